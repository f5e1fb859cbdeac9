/**
 * Questions are mounted once and stay: a panel or dialog that is opened later would lie over the next one, and over its buttons. The
 * others have 200, what drops down from a field 300.
 */
export const aboveDialogs = 210
