/** The classes of tools that stand beside the title of a page. */
export const toolsOf = { list: 'tools-of-list', record: 'tools-of-record' };
