export function importsOf(
  from: string,
  text: string,
  aliases: Readonly<Record<string, string>>,
): string[]
export function affectedTests(
  changed: readonly string[],
  imports: ReadonlyMap<string, readonly string[]>,
): string[]
