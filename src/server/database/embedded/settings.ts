/** PostgreSQL settings by name. */
export type Settings = Readonly<Record<string, string | number>>

/** Only the owner of the socket's directory can reach the server. */
const closed: Settings = { listen_addresses: '', ssl: 'off', unix_socket_permissions: '0700' }

/**
 * For a small machine. Durability keeps PostgreSQL's defaults: fsync, full pages, synchronous
 * commits, checksums.
 */
export const productSettings: Settings = {
  ...closed,
  shared_buffers: '96MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  max_connections: 30,
  max_wal_size: '512MB',
  wal_compression: 'pglz',
  max_wal_senders: 0,
  max_parallel_workers_per_gather: 1,
  min_dynamic_shared_memory: '32MB',
  io_workers: 2,
  random_page_cost: 1.1,
  // Statement errors reach their callers; in the log they would only repeat database rows.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** Counts statements and their times, without values. */
export const statementSettings: Settings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_utility': 'off',
  'pg_stat_statements.max': 1000,
  'pg_stat_statements.save': 'off',
}

/** For tests: like the product, with more connections and no durability on power loss. */
export const testSettings: Settings = {
  ...productSettings,
  shared_buffers: '128MB',
  max_connections: 200,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
}

/** Command-line arguments for `postgres`. */
export const settingArguments = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
