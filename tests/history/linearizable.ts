/*
 * Decides whether a concurrent history of one object is linearizable: whether its calls can be put into one order, each
 * between its invocation and its answer, in which a sequential model gives just these answers. The search is Lowe's
 * just-in-time linearization ("Testing for linearizability", 2017), which builds on Wing and Gong's and is what Knossos
 * calls `linear`: it goes through the history once and keeps every configuration that explains it so far, equal ones once.
 */

/** A call and what came of it; times in milliseconds of one clock. */
export interface Operation<Call, Answer> {
  call: Call;
  invoked: number;
  /** None of a call that was never answered: it may take effect at any time after its invocation, or never. */
  returned?: { at: number; answer: Answer };
}

/** What the object does when calls come one after the other. */
export interface Model<State, Call, Answer> {
  initial: State;
  /**
   * The state after a call that got this answer; none when the object answers something else. Without an answer: the
   * state after a call that changes something, none when it changes nothing.
   */
  step(state: State, call: Call, answer: Answer | undefined): State | undefined;
  /** Equal for equal states and for no others. */
  keyOf(state: State): string;
  /** Whether a call with this answer changes nothing, whatever the state: a read, or a refusal. */
  isPure(call: Call, answer: Answer): boolean;
  /** Whether a state that comes after this one, or this one itself, never gives the answer: its versions have gone by. */
  isPast(state: State, answer: Answer): boolean;
}

/** The first answer that nothing explains: the history up to it is the shortest one that is not linearizable. */
export interface Violation<State, Call, Answer> {
  operation: Operation<Call, Answer>;
  /** The states in which the object could have been where the explanation ends. */
  states: State[];
  /** Calls that were under way there. */
  open: Operation<Call, Answer>[];
}

/** One way to explain the history so far. */
interface Configuration<State> {
  state: State;
  /** Those of the open operations that have taken effect, in ascending order. */
  done: readonly number[];
}

/** More than this is not searched. */
const mostConfigurations = 200_000;
/** How many answers to come may rule out a configuration; more would find little. */
const foresight = 8;

/**
 * The first answer that no order of the calls explains; none when the history is linearizable. Throws when there are
 * too many configurations to decide it.
 */
export function findViolation<State, Call, Answer>(
  model: Model<State, Call, Answer>,
  operations: readonly Operation<Call, Answer>[],
): Violation<State, Call, Answer> | undefined {
  const ends = operations
    .flatMap(({ returned }) => (returned ? [returned.at] : []))
    .toSorted((one, other) => one - other);
  const failed = new Search(model, operations, ends.length).run();
  if (!failed) return undefined;
  // An answer to come may have shown it early: the history is cut after each answer from there on, until one fails.
  for (let count = failed.answered; count < ends.length; count += 1) {
    const end = ends[count] ?? 0;
    const found = new Search(model, cutAfter(operations, end), count).run();
    if (!found) continue;
    const { violation } = found;
    if (violation.operation.returned?.at === end) return violation;
    // The newest answer, known of a call that was under way, took the explanation from an older one.
    const newest = operations.find(({ returned }) => returned?.at === end);
    return newest ? { ...violation, operation: newest } : violation;
  }
  return failed.violation;
}

/** The history as it was known at a moment. */
function cutAfter<Call, Answer>(operations: readonly Operation<Call, Answer>[], end: number) {
  return operations.flatMap((operation): Operation<Call, Answer>[] => {
    const { call, invoked, returned } = operation;
    if (invoked > end) return [];
    return returned && returned.at > end ? [{ call, invoked }] : [operation];
  });
}

class Search<State, Call, Answer> {
  private readonly open = new Set<number>();
  /** Operations in the order of their answers. */
  private readonly returning: readonly number[];
  private readonly pure: ReadonlySet<number>;
  private answered = 0;

  /** `known` is how many of the answers, in their order, may be looked at before they come. */
  constructor(
    private readonly model: Model<State, Call, Answer>,
    private readonly operations: readonly Operation<Call, Answer>[],
    private readonly known: number,
  ) {
    this.returning = this.moments()
      .filter(({ returns }) => returns)
      .map(({ index }) => index);
    this.pure = new Set(
      operations.flatMap(({ call, returned }, index) =>
        returned && model.isPure(call, returned.answer) ? [index] : [],
      ),
    );
  }

  run(): { violation: Violation<State, Call, Answer>; answered: number } | undefined {
    let configurations: Configuration<State>[] = [{ state: this.model.initial, done: [] }];
    for (const { index, returns } of this.moments()) {
      if (!returns) {
        this.open.add(index);
        if (this.pure.has(index)) configurations = configurations.map((one) => this.settle(one));
        continue;
      }
      const { reached, states } = this.linearize(index, configurations);
      this.open.delete(index);
      if (reached.length === 0) {
        const open = [...this.open].map((other) => this.at(other));
        return { violation: { operation: this.at(index), states, open }, answered: this.answered };
      }
      this.answered += 1;
      configurations = this.forget(reached);
    }
    return undefined;
  }

  /** Every configuration in which the operation has taken effect, after as many open ones as there may be before it. */
  private linearize(index: number, from: readonly Configuration<State>[]) {
    const explored = new Set<string>();
    const reached: Configuration<State>[] = [];
    const states: State[] = [];
    const waiting = [...from];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { state, done } = next;
      const key = `${done.join()} ${this.model.keyOf(state)}`;
      if (explored.has(key)) continue;
      explored.add(key);
      if (explored.size > mostConfigurations) throw new Error('Too many possibilities to decide the history');
      if (done.includes(index)) {
        reached.push({ state, done: done.filter((other) => other !== index) });
        continue;
      }
      states.push(state);
      for (const other of this.open) {
        // What is pure and could take effect here has done so.
        if (done.includes(other) || this.pure.has(other)) continue;
        const after = this.stateAfter(state, other);
        if (after === undefined) continue;
        const configuration = this.settle({ state: after, done: inOrder([...done, other]) });
        if (!this.isHopeless(configuration)) waiting.push(configuration);
      }
    }
    return { reached, states };
  }

  private stateAfter(state: State, index: number): State | undefined {
    const { call, returned } = this.at(index);
    return this.model.step(state, call, returned?.answer);
  }

  /** A pure operation takes effect as soon as it can, which hinders no other one. */
  private settle({ state, done }: Configuration<State>): Configuration<State> {
    const now = [...this.open].filter(
      (index) => !done.includes(index) && this.pure.has(index) && this.stateAfter(state, index) !== undefined,
    );
    return now.length === 0 ? { state, done } : { state, done: inOrder([...done, ...now]) };
  }

  /** Whether an answer that comes next can no longer be given. */
  private isHopeless({ state, done }: Configuration<State>): boolean {
    const end = Math.min(this.answered + foresight, this.known);
    return this.returning.slice(this.answered, end).some((index) => {
      const { returned } = this.at(index);
      return returned !== undefined && !done.includes(index) && this.model.isPast(state, returned.answer);
    });
  }

  /** What was never answered and has taken effect in every configuration is open no more. */
  private forget(configurations: Configuration<State>[]): Configuration<State>[] {
    const settled = [...this.open].filter(
      (index) => !this.at(index).returned && configurations.every(({ done }) => done.includes(index)),
    );
    if (settled.length === 0) return configurations;
    for (const index of settled) this.open.delete(index);
    return configurations.map(({ state, done }) => ({
      state,
      done: done.filter((index) => !settled.includes(index)),
    }));
  }

  private at(index: number): Operation<Call, Answer> {
    const operation = this.operations[index];
    if (!operation) throw new Error(`There is no operation ${index}`);
    return operation;
  }

  /** Invocations and answers in their order; at the same time invocations come first, which allows more. */
  private moments() {
    return this.operations
      .flatMap(({ invoked, returned }, index) => [
        { at: invoked, index, returns: false },
        ...(returned ? [{ at: returned.at, index, returns: true }] : []),
      ])
      .toSorted((one, other) => one.at - other.at || Number(one.returns) - Number(other.returns));
  }
}

const inOrder = (indexes: readonly number[]) => indexes.toSorted((one, other) => one - other);
