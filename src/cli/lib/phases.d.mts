/** The part of vitest's JSON report that is counted. */
export interface Report {
  readonly numTotalTests: number
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    /** Absolute path of the file. */
    readonly name: string
    readonly status: string
    /** Why the file could not be loaded. */
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}
/** `output` says what failed. */
export interface Result {
  readonly passed: number
  readonly failed: number
  readonly output: string
}
export function counts(report: Report | undefined, code: number): Result
export const groups: readonly (readonly {
  readonly name: string
  readonly run: () => Promise<Result>
  readonly needs?: string
}[])[]
