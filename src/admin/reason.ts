/** Letters of a reason. It goes in a header, where one letter may take nine bytes of the few kilobytes there are. */
export const reasonLength = 500;
