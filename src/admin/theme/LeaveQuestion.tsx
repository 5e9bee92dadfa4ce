import { type LeaveQuestionProps, LeaveQuestion as SharedQuestion } from '../../shared/LeaveQuestion';
import { useConsoleText } from '../console-text';

/** The question before what was entered in the console is lost, in its language. */
export function LeaveQuestion(props: Omit<LeaveQuestionProps, 'text'>) {
  return <SharedQuestion {...props} text={useConsoleText()} />;
}
