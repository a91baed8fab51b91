import type { Api } from '#tests/api/harness.ts'

/** Counts of everything that requests can write, one line for each table. */
export const stateOf = async (api: Api): Promise<string[]> =>
  (
    await api.services.db.query<{ line: string }>(
      [
        ...api.model.resources.map(
          ({ table }) =>
            `select '${table} ' || count(*) || ' ' || coalesce(sum(version), 0) as line from "${table}"`,
        ),
        ...['audit', 'files', 'jobs'].map((t) => `select '${t} ' || count(*) as line from ${t}`),
      ].join(' union all '),
    )
  ).rows.map((r) => r.line)
