import pg from 'pg'
import { resultOf, unnamed, type QueryResult, type QueryText } from './query.ts'

/** Texts of BEGIN that a connection has prepared, each under itself as its name. */
const prepared = new WeakMap<object, Set<string>>()

/** Runs a BEGIN alone, and prepares it, so that the next one can go with its first statement. */
export const openAlone = async (client: pg.PoolClient, begin: string): Promise<void> => {
  if (unnamed.has(client)) return void (await client.query(begin))
  await client.query({ name: begin, text: begin })
  const known = prepared.get(client) ?? new Set()
  prepared.set(client, known.add(begin))
}

/**
 * Sends a BEGIN and the first statement as one message, of which the server runs nothing after a
 * failure: one trip instead of two. Undefined, and nothing is sent, unless the connection has
 * prepared this BEGIN and the statement has a name or values; without them it could be several.
 */
export const openWith = <R>(
  client: pg.PoolClient,
  begin: string,
  text: QueryText,
  values?: unknown[],
): Promise<QueryResult<R>> | undefined => {
  const config = { ...(typeof text === 'string' ? { text } : text), ...(values && { values }) }
  if (!prepared.get(client)?.has(begin) || !(config.name || config.values?.length)) return undefined
  return new Promise((resolve, reject) => {
    const query = new pg.Query(config, (error, result) => {
      if (!error) return resolve(resultOf<R>(result))
      // Else its stack would lead to the socket instead of here.
      Error.captureStackTrace(error)
      reject(error)
    })
    const submit = query.submit.bind(query)
    query.submit = (connection) => {
      connection.stream.cork()
      try {
        connection.bind({ statement: begin }, true)
        connection.execute({}, true)
        return submit(connection)
      } finally {
        connection.stream.uncork()
      }
    }
    client.query(query)
  })
}
