/** A fatal startup error; the message tells the operator what to do. */
export class StartProblem extends Error {}
