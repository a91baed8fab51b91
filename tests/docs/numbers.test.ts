/** Every limit and time span that a page states is the one that the code has. */
import { describe, expect, test } from 'vitest'
import { numberIn, pageNames, pageText } from '#tests/support/docPages.ts'

const [S, MIN, DAY] = [1000, 60_000, 86_400_000]
const [KB, MB, MIB, GB] = [1000, 1_000_000, 2 ** 20, 1_000_000_000]

/** A constant of a file; a page states it in this unit, or in this word. */
type Source = readonly [file: string, name: string, unit?: number, word?: readonly [number, string]]
type Fact = readonly [sentence: string, ...sources: readonly Source[]]

const operations = 'src/server/operations/types.ts'
const pictures = 'src/server/files/pictures.ts'
const xlsx = 'src/server/exchange/xlsx/parts.ts'
const pay = 'src/server/portal/payLinks.ts'

/** By page; each `#` of a sentence is the value of the next source. */
const facts: Readonly<Record<string, readonly Fact[]>> = {
  'changes.md': [
    ['More than # rows run as a job', [operations, 'AT_ONCE']],
    ['an operation has at most # rows', ['src/model/bulk.ts', 'MAX_ROWS']],
    ['undoes what it did for # days', ['src/engine/detail/UndoEntry.tsx', 'KEPT_MS', DAY]],
    ['in a toast for # seconds', ['src/engine/changes/undo.ts', 'undoMs', S, [10, 'ten']]],
    [
      'At most # characters, at most # tags of a record',
      ['schemas/define/tagForm.ts', 'MAX_TAG_LENGTH'],
      ['schemas/define/tagForm.ts', 'MAX_TAGS'],
    ],
    ['a job above # records', [operations, 'AT_ONCE']],
    ['the # newest with tags', ['src/server/store/read/tags.ts', 'SUGGESTED_FROM']],
  ],
  'configuration.md': [
    ['A record takes # e-mails an hour', ['src/server/mail/incoming.ts', 'MAX_AN_HOUR']],
    ['valid for # days', ['src/server/portal/links.ts', 'LIFETIME_S', DAY / S, [30, 'thirty']]],
  ],
  'files.md': [
    ['Files over # MB are uploaded in chunks', ['src/data/files/send.ts', 'wholeBytes', MB]],
    ['content over # MiB is uploaded in parts', ['src/server/files/s3.ts', 'partBytes', MIB]],
    [
      'up to # megapixels, an animation # in at most # frames',
      [pictures, 'maxPixels', 1e6],
      [pictures, 'maxAnimatedPixels', 1e6],
      [pictures, 'maxFrames'],
    ],
    ['at most # × # pixels', [pictures, 'thumbnailPixels'], [pictures, 'thumbnailPixels']],
    ['up to that size and # kB', [pictures, 'SMALL_BYTES', KB]],
    ['A person may upload # GB a day', ['src/server/files/quota.ts', 'maxBytesPerDay', GB]],
    ['send # MB (support', ['src/server/files/quota.ts', 'maxSenderBytesPerDay', MB]],
    ['is deleted # day after', ['src/server/files/purge.ts', 'keptHours', 24, [1, 'a']]],
  ],
  'firebase.md': [
    [
      '# minutes before it expires',
      ['src/data/identity/tokens.ts', 'REFRESH_AHEAD_MS', MIN, [5, 'five']],
    ],
    ['may do, for # minutes', ['src/server/firebase/documents.ts', 'RIGHTS_MS', MIN, [10, 'ten']]],
    ['for up to # minutes', ['src/server/firebase/documents.ts', 'RIGHTS_MS', MIN, [10, 'ten']]],
    ['does not respond within # s', ['src/server/firebase/call.ts', 'PATIENCE_MS', S]],
    ['is left alone for # s', ['src/server/firebase/pushSender.ts', 'REST_MS', S]],
    ['responds within # s, otherwise', ['src/push/worker.ts', 'PATIENCE_MS', S]],
    ['a count at most #)', ['src/data/documents/reads.ts', 'MOST_COUNTED']],
    ['the registration is # week old', ['src/data/push/device.ts', 'RENEW_MS', 7 * DAY, [1, 'a']]],
    ['for up to # days', ['src/server/permissions/sessionLife.ts', 'SESSION_LIFE_S', DAY / S]],
  ],
  'import-export.md': [
    ['More than # rows are written', ['src/engine/list/runExport.ts', 'LARGE_ROWS']],
    ['A person has # of them', ['src/server/http/exchange.ts', 'MAX_UNFINISHED', 1, [5, 'five']]],
    ['is kept for # day', ['src/server/exchange/exportJob.ts', 'keptMs', DAY, [1, 'a']]],
    ['when it has more than # MB', [xlsx, 'MAX_XLSX_BYTES', MB]],
    ['declares more than # MB in a part', [xlsx, 'MAX_PART_BYTES', MB]],
    ['lists the first # reasons', ['src/server/exchange/importRun.ts', 'SHOWN_ERRORS']],
    ['(# at most). A reference', ['src/server/exchange/grouped.ts', 'MAX_LINES']],
  ],
  'operations.md': [
    [
      'at most # times in',
      ['src/server/database/embedded/supervise.ts', 'RESTARTS', 1, [5, 'five']],
    ],
    [
      'times in # minutes',
      ['src/server/database/embedded/supervise.ts', 'WITHIN_MS', MIN, [10, 'ten']],
    ],
    ['the last # are kept', ['src/server/database/schedule.ts', 'KEPT', 1, [7, 'seven']]],
    ['takes longer than # ms', ['src/server/database/reads/replica.ts', 'PATIENCE_MS']],
    ['security events after # days', ['src/server/migrations/guards.ts', 'SECURITY_EVENT_DAYS']],
    ['It is kept for # days', ['src/server/migrations/guards.ts', 'SECURITY_EVENT_DAYS']],
  ],
  'roles.md': [
    ['stays for # seconds', ['src/engine/detail/useRevealed.ts', 'SHOWN_MS', S]],
    ['in the last # days', ['src/app/openedEntries.ts', 'RECENT_MS', DAY]],
  ],
  'rules.md': [
    ['ignore clicks for # ms', ['src/engine/quiet.ts', 'QUIET_MS']],
    ['at most # beside it', ['src/engine/actionBar.ts', 'BESIDE', 1, [2, 'two']]],
    ['`expires` up to `#h`', ['schemas/define/approvals.ts', 'MAX_APPROVAL_HOURS']],
    ['a job above # rows', [operations, 'AT_ONCE']],
    ['its end after # days', [pay, 'LIFETIME_S', DAY / S]],
    ['day of the organisation, # at most', ['src/server/rules/payout/rules.ts', 'MAX_ENTRIES']],
  ],
  'scale.md': [['counted up to # and', ['src/server/store/read/list.ts', 'MAX_TOTAL']]],
}

const shown = ([file, name, unit = 1, word]: Source): string => {
  const value = numberIn(file, name) / unit
  return word?.[0] === value ? word[1] : value.toLocaleString('en')
}

describe.each(Object.entries(facts))('%s', (page, stated) => {
  test.each(stated.map(([sentence, ...sources]) => ({ sentence, sources })))(
    '$sentence',
    ({ sentence, sources }) => {
      const values = sources.map(shown)
      expect(pageText(page).replace(/\s+/g, ' ')).toContain(
        sentence.replace(/#/g, () => values.shift()!),
      )
      expect(values).toEqual([])
    },
  )
})

test('every page with such numbers exists', () => {
  expect(Object.keys(facts).filter((page) => !pageNames.includes(page))).toEqual([])
})
