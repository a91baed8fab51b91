/** Approval of the deletion of many selected records at once; the limit is edited in the settings. */
export const bulkDeletion = {
  'bulk.delete': { when: { rows: { over: 100 } }, by: 'approve', quorum: 1, expires: '72h' },
} as const
