const MAX_NAMES = 500
const names = new Map<string, string>()

/**
 * A named statement, so that each connection prepares its text once; beyond 500 texts (row rules
 * differ by role) statements are unnamed.
 */
export const prepared = (
  text: string,
  values?: unknown[],
): { name?: string; text: string; values?: unknown[] } => {
  let name = names.get(text)
  if (!name && names.size < MAX_NAMES) names.set(text, (name = `write_${names.size}`))
  return { ...(name ? { name } : {}), text, ...(values ? { values } : {}) }
}

const built = new WeakMap<object, Map<string, ReturnType<typeof prepared>>>()

/**
 * `prepared` for a text with all columns of a resource, built once for each `key`: to build it,
 * and to look it up, takes longer than to send it.
 */
export const preparedOf = (
  resource: object,
  key: string,
  text: () => string,
): ReturnType<typeof prepared> => {
  const known = built.get(resource) ?? new Map<string, ReturnType<typeof prepared>>()
  built.set(resource, known)
  const statement = known.get(key) ?? prepared(text())
  if (known.size < MAX_NAMES) known.set(key, statement)
  return statement
}

/**
 * What an id equals among these, as SQL with them as the first value. One id is compared by itself:
 * PostgreSQL plans a statement with a list again at each execution, which costs more than to run it.
 */
export const among = (ids: readonly string[]): { readonly sql: string; readonly value: unknown } =>
  ids.length === 1 ? { sql: '= $1::uuid', value: ids[0] } : { sql: '= ANY($1::uuid[])', value: ids }
