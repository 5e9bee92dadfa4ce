/** Arrays and objects inside one another; what the contract knows has four of them. */
const deepest = 32;

/** Whether a JSON text nests deeper than anything of ours. */
export function isDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (letter === '\\') index += 1;
    else if (letter === '"') inString = !inString;
    else if (!inString && (letter === '[' || letter === '{')) depth += 1;
    else if (!inString && (letter === ']' || letter === '}')) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}
