import { plans } from '../../contract/plans';

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** How many plans there are, as a sentence begins: "Four plans". */
export const planCount = `${numbers[plans.length] ?? plans.length} plans`;
