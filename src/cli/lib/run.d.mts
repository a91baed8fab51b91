export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly quiet?: boolean
}
export interface RunResult {
  readonly code: number
  readonly output: string
}
export function run(
  program: string,
  args: readonly string[],
  options?: RunOptions,
): Promise<RunResult>
export function node(
  script: string,
  args?: readonly string[],
  options?: RunOptions,
): Promise<RunResult>
export function say(text: string): void
export function since(start: number): string
