/**
 * Columns `state` and `undone_by` of an operation `o` with its job `j`, as they count: a job that
 * was cancelled or given up ends its operation, and an undo that ended so before it restored
 * anything is none.
 */
export const STANDING = `CASE WHEN o.state = 'running' AND j.state IN ('cancelled', 'failed') THEN j.state ELSE o.state END AS state,
CASE WHEN EXISTS (SELECT FROM operations u JOIN jobs uj ON uj.id = u.job_id WHERE u.id = o.undone_by AND uj.state IN ('cancelled', 'failed') AND coalesce((u.counts->>'done')::int, 0) = 0) THEN NULL ELSE o.undone_by END AS undone_by`
