/** What a part of the fault run found. */
export interface Outcome {
  passed: number;
  /** What went wrong, one text for each thing that did not pass. */
  failures: string[];
}
