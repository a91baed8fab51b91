/**
 * The entry of `table` under `name`, or undefined. Names from outside (URLs, bodies, mappings,
 * preferences) index plain objects only through this function: `table['constructor']` would return
 * an inherited member.
 */
export const own = <T>(
  table: Readonly<Record<string, T>> | null | undefined,
  name: string,
): T | undefined => (table != null && Object.hasOwn(table, name) ? table[name] : undefined)
