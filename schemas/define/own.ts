/**
 * The entry of `table` under `name`, or undefined. Names that come from outside (addresses, bodies,
 * mappings, preferences) index plain objects through this only: `table['constructor']` would find
 * what every object inherits.
 */
export const own = <T>(
  table: Readonly<Record<string, T>> | null | undefined,
  name: string,
): T | undefined => (table != null && Object.hasOwn(table, name) ? table[name] : undefined)
