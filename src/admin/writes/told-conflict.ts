import { apiErrorOf } from '../../shared/api-error';

/**
 * What a write ends in that was refused because someone else had changed the record meanwhile (412), where the form it
 * came from says so. An error, so that its page does not lead on.
 */
export class ToldConflict extends Error {
  /** Of which react-admin's notifications are made. */
  static readonly text = 'Someone else has changed this meanwhile';
  readonly status = 412;

  constructor(refusal: unknown) {
    super(ToldConflict.text, { cause: apiErrorOf(refusal) });
    this.name = 'ToldConflict';
  }
}
