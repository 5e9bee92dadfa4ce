import { text } from '../../contract/fields';
import { validation } from '../../contract/messages';
import { reasonLength } from './reason';

/** A reason that must be given, in a form of several fields. */
export const reasonSchema = text(1, reasonLength, validation.required);
