/** Examples of bulks, their results and undo. */
const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const book = id(3)

/** Rows left alone by an undo, since somebody changed them. */
export const row = {
  n: 7,
  collection: 'hotels',
  id: book,
  title: 'Hotel Azulejo',
  outcome: 'changed',
  path: null,
  code: 'changed_since',
  message: 'Somebody changed it since.',
  later: [{ by: 'Ada', at: '2026-03-01T09:45:00.000Z', action: 'update', fields: ['name'] }],
} as const

/** A finished bulk. */
export const operation = {
  id: id(1),
  at: '2026-03-01T09:30:00.000Z',
  kind: 'bulk',
  name: null,
  channel: 'bulk',
  collection: 'hotels',
  recordId: null,
  title: null,
  by: 'Ada',
  state: 'done',
  count: 300,
  counts: { done: 297, unchanged: 1, refused: 1, changed: 1, gone: 0 },
  jobId: null,
  waiting: false,
  undoOf: null,
  undoneBy: null,
  canUndo: true,
  expiresAt: '2026-03-31T09:30:00.000Z',
} as const

/** The same while a job does the work. */
export const running = {
  ...operation,
  state: 'running',
  counts: { done: 200, unchanged: 0, refused: 0, changed: 0, gone: 0 },
  jobId: id(2),
  canUndo: false,
} as const

/** What a bulk would do. */
export const dryRun = {
  operationId: id(1),
  planHash: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
  count: 300,
  examined: 300,
  estimate: false,
  counts: { done: 298, unchanged: 1, refused: 1, changed: 0, gone: 0 },
  reasons: [{ code: 'over', message: 'It is over.', count: 1 }],
  refusals: [
    {
      collection: 'hotels',
      id: id(4),
      title: 'The Fox and Lantern',
      outcome: 'refused',
      path: null,
      code: 'over',
      message: 'It is over.',
    },
  ],
  rows: [
    {
      collection: 'hotels',
      id: book,
      title: 'Hotel Azulejo',
      changes: { stars: [3, 4] },
    },
  ],
} as const

/** The first lines of a result as CSV. */
export const csv = `collection,id,title,outcome,code,path,message\r\nhotels,${book},Hotel Azulejo,done,,,\r\n`
