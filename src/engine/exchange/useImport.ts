import { own } from '#schemas/define/own.ts'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useMe } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { importFields } from '#model/importFields.ts'
import { columnsOf, type Mapping } from '#model/importMapping.ts'
import { partsOf } from '#model/importParts.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import type { SavedMapping } from '#model/views.ts'
import { inSentence, t, textLanguage } from '#ui/i18n.ts'
import { loadColumnWords, type ColumnWords } from '#ui/columnWords.ts'
import { reportChange } from '../changes/report.ts'
import { useOrganisation, useTimeZone } from '../person.ts'
import { modelOf, useRights } from '../resource.ts'
import { asCsv, headAt, readStart, type CsvHead, type FileStart } from './csv.ts'
import type { EntryPlace } from './entries.ts'
import { firstMapping } from './firstMapping.ts'
import { HEADER_LINES, headerIndex } from './headerRow.ts'
import {
  cancelImport,
  isOver,
  jobQuery,
  reportOf,
  startImport,
  type ImportJob,
  type ImportMode,
} from './jobs.ts'
import { draftFrom, savedFor, savedMappings } from './savedMappings.ts'
import { problemsOf, unusedColumns, upsertFields, type MappingProblem } from './problems.ts'
import { changeDraft, draftOf, useDraft, type ImportDraft } from './store.ts'

export interface ImportState {
  readonly resource: ResourceModel
  readonly draft: ImportDraft
  readonly place: EntryPlace
  readonly problems: Readonly<Record<string, MappingProblem>>
  readonly job: ImportJob | undefined
  readonly jobError: unknown
  /**
   * Reads a file; its columns are matched by name unless there is a mapping. Returns false for a
   * file without columns.
   */
  open(file: File): Promise<boolean>
  setMapping(mapping: Mapping): void
  /** Takes a mapping from a file or a text. */
  load(mapping: Mapping): void
  /** Takes a mapping saved on the server. */
  apply(saved: SavedMapping): void
  /** Resets the mapping to a match by column names. */
  match(): Promise<void>
  setUpsertBy(field: string): void
  /** Takes another of the first lines for the one that names the columns. */
  setHeader(at: number): Promise<void>
  /** The person may import records of another system. */
  readonly mayHistory: boolean
  readonly history: boolean
  /** Fields that only history has are matched too, where the mapping is a guess. */
  setHistory(history: boolean): Promise<void>
  start(mode: ImportMode): Promise<void>
  cancel(): Promise<void>
  /** Returns to file and mapping, which are kept. */
  edit(): void
  /** Ready for the next file; keeps the mapping. */
  next(): void
}

const fieldsOf = (
  resource: ResourceModel,
  { readField, writeField }: ReturnType<typeof useRights>,
  history: boolean,
): readonly FieldModel[] =>
  importFields(resource, { read: readField, write: writeField }, history).flatMap((f) => [
    f,
    ...partsOf(f),
  ])

/**
 * Fields the person may import into, each followed by its parts: those of the forms, and the state;
 * with `history` also the fields only an old system knows.
 */
export const useImportFields = (resource: ResourceModel, history = false): readonly FieldModel[] =>
  fieldsOf(resource, useRights(resource), history)

/** Imports that a toast offered to undo, once. */
const reported = new Set<string>()

/** Refreshes lists when an import has ended, and offers to undo it. */
const useReported = (
  client: QueryClient,
  resource: ResourceModel,
  draft: ImportDraft,
  job: ImportJob | undefined,
) => {
  const over = job !== undefined && isOver(job) && draft.job?.mode !== 'dry-run'
  // Open lists must show the written rows; a job may also have created records of other
  // collections.
  const operation = over ? reportOf(job)?.operationId : undefined
  useEffect(() => {
    if (over) void client.invalidateQueries({ queryKey: ['collection'] })
    if (!operation || reported.has(operation)) return
    reported.add(operation)
    reportChange(
      client,
      t('exchange.doneToast', { many: inSentence(resource.label.many) }),
      operation,
    )
  }, [client, over, operation, job?.id, resource])
}

/** Returns the change of a draft to another mapping, which keeps `upsertBy` where it still fits. */
const mappingChange = (
  before: ImportDraft,
  resource: ResourceModel,
  mapping: Mapping,
): Partial<ImportDraft> => {
  const choices = upsertFields(resource, mapping).map((f) => f.name)
  const had = upsertFields(resource, before.mapping).length > 0
  const keeps = choices.includes(before.upsertBy) || (had && before.upsertBy === '')
  // With this, importing the same file again writes nothing.
  const upsertBy = keeps ? before.upsertBy : (choices[0] ?? '')
  return { mapping, upsertBy, failure: undefined }
}

/** A mapping with what more can be guessed from the columns it does not read. */
const withGuesses = (
  mapping: Mapping,
  { columns, rows }: CsvHead,
  place: EntryPlace,
  words: ColumnWords,
): Mapping => {
  const { fields } = firstMapping(columns, rows, place, words)
  const unused = new Set(unusedColumns(columns, mapping))
  const found = Object.entries(fields).filter(
    ([name, entry]) =>
      own(mapping.fields, name) === undefined &&
      columnsOf(mapping, entry).every((column) => unused.has(column)),
  )
  return { ...mapping, fields: { ...mapping.fields, ...Object.fromEntries(found) } }
}

/** What changes the draft of an import, and what the server does with it. */
const actionsFor = (
  client: QueryClient,
  resource: ResourceModel,
  key: string,
  history: boolean,
) => {
  const set = (change: Partial<ImportDraft>) => changeDraft(key, change)
  const withMapping = (mapping: Mapping) => mappingChange(draftOf(key), resource, mapping)
  /** Replaces the mapping as a whole. */
  const take = (change: Partial<ImportDraft>) =>
    set({
      guessed: false,
      touched: false,
      saved: undefined,
      ...change,
      round: (draftOf(key).round ?? 0) + 1,
    })
  const apply = (saved: SavedMapping, itself = false) =>
    take({ ...draftFrom(saved), saved: { id: saved.id, itself } })
  return {
    setMapping: (mapping: Mapping) => set({ ...withMapping(mapping), touched: true }),
    setUpsertBy: (upsertBy: string) => set({ upsertBy, touched: true, failure: undefined }),
    load: (mapping: Mapping) => take({ ...withMapping(mapping), touched: true }),
    apply,
    /** Takes a header; returns true when its columns are still to be matched. */
    takeHead(head: CsvHead, fitting: SavedMapping | undefined, again: boolean): boolean {
      const { mapping, touched, saved } = draftOf(key)
      set({ head, failure: undefined })
      if (fitting && !touched) {
        if (fitting.id !== saved?.id) apply(fitting, true)
        return false
      }
      const isNew = Object.keys(mapping.fields).length === 0
      return isNew || ((saved !== undefined || again) && !touched)
    },
    guess: (mapping: Mapping) => take({ ...withMapping(mapping), guessed: true }),
    edit: () => set({ job: undefined, failure: undefined }),
    next: () =>
      set({
        job: undefined,
        failure: undefined,
        file: undefined,
        head: undefined,
        fileName: undefined,
        fileBytes: undefined,
      }),
    async start(mode: ImportMode) {
      const { file, head, mapping, upsertBy } = draftOf(key)
      if (!file) return
      set({ sending: true, failure: undefined })
      try {
        set({
          job: {
            id: await startImport(resource.collection, {
              file,
              mapping,
              mode,
              upsertBy,
              history,
              headerRow: head?.headerRow ?? 1,
              language: textLanguage(),
            }),
            mode,
          },
          sending: false,
        })
      } catch (failure) {
        set({ sending: false, failure, job: undefined })
      }
    },
    async cancel() {
      const started = draftOf(key).job
      if (started) {
        client.setQueryData(jobQuery(started.id).queryKey, await cancelImport(started.id))
      }
    },
    set,
  }
}

/** The header that a saved mapping fits, or else the likeliest one. */
const guessedHead = async (
  start: FileStart,
  place: EntryPlace,
  saved: Awaited<ReturnType<typeof savedMappings>>,
): Promise<CsvHead | undefined> => {
  const words = await loadColumnWords()
  const heads = start.lines.slice(0, HEADER_LINES).map((_, at) => headAt(start, at))
  const known = heads.find((head) => head && savedFor(head.columns, saved))
  if (known) return known
  const at = headerIndex(start.lines, (index) => {
    const { columns = [], rows = [] } = heads[index] ?? {}
    return firstMapping(columns, rows, { ...place, columns }, words).fields
  })
  return heads[at]
}

/** State and actions of an import page. */
export const useImport = (resource: ResourceModel): ImportState => {
  const client = useQueryClient()
  const { account } = useMe()
  const { currency } = useOrganisation()
  const zone = useTimeZone()
  const key = `${account.id}:${resource.collection}`
  const draft = useDraft(key)
  const rights = useRights(resource)
  const { importHistory } = rights
  const history = importHistory && draft.history
  const fields = useImportFields(resource, history)
  const { data: job, error: jobError } = useQuery({
    ...jobQuery(draft.job?.id ?? ''),
    enabled: draft.job !== undefined,
    retry: (n, error) => !isProblem(error, 404) && n < 5,
  })
  const place: EntryPlace = {
    mapping: draft.mapping,
    columns: draft.head?.columns ?? [],
    fields,
    currency,
    zone,
    targetOf: modelOf,
  }
  useReported(client, resource, draft, job)
  const actions = useMemo(
    () => actionsFor(client, resource, key, history),
    [client, history, key, resource],
  )

  const match = async (columns = place.columns, rows = draft.head?.rows ?? []) => {
    const words = await loadColumnWords()
    const mapping = firstMapping(columns, rows, { ...place, columns }, words)
    actions.guess(mapping)
  }
  const setHistory = async (next: boolean) => {
    actions.set({ history: next, failure: undefined })
    const { guessed, mapping, head } = draftOf(key)
    if (!next || !guessed || !head) return
    const facts = { ...place, fields: fieldsOf(resource, rights, true) }
    actions.setMapping(withGuesses(mapping, head, facts, await loadColumnWords()))
  }
  /** Takes a header and maps its columns where that is still open; `again` replaces a guess. */
  const take = async (head: CsvHead, again = false) => {
    const fitting = savedFor(head.columns, await savedMappings(client, resource.collection))
    if (actions.takeHead(head, fitting, again)) await match(head.columns, head.rows)
  }
  const open = async (given: File): Promise<boolean> => {
    const file = await asCsv(resource.collection, given)
    const saved = await savedMappings(client, resource.collection)
    const head = await guessedHead(await readStart(file), place, saved)
    if (!head) return false
    actions.set({ file, fileName: given.name, fileBytes: given.size })
    await take(head)
    return true
  }
  const setHeader = async (at: number): Promise<void> => {
    const { head } = draftOf(key)
    const next = head && headAt(head, at)
    if (next) await take(next, true)
  }
  return {
    resource,
    draft,
    place,
    mayHistory: importHistory,
    history,
    problems: problemsOf(draft.mapping, place),
    job: draft.job ? job : undefined,
    jobError,
    open,
    setHeader,
    match,
    ...actions,
    setHistory,
  }
}
