import { serverPaths } from '../../contract/paths';

/** Where the translator is: in the footer of the page that it works on. */
export const translatorPlace = `${serverPaths.translate}#translator`;
