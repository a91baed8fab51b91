import { Suspense, useState } from 'react'
import { deleteNote, type NoteEntry } from '#data/timeline.ts'
import { confirm } from '#ui/confirm.ts'
import { useTranslation } from '#ui/i18n.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { allResources } from '../../resource.ts'
import { When, type EntryProps } from './Line.tsx'
import { decoded } from './mentions.ts'
import { NoteComposer } from './NoteComposer.tsx'
import css from './note.module.css'
import line from './timeline.module.css'

const Markdown = lazyPart(async () => (await import('#ui/Markdown.tsx')).Markdown)

const people = allResources().find((r) => r.person)?.collection ?? ''

/** A note of a colleague, with its earlier texts; one's own can be changed. */
export const Note = ({ resource, record, entry, included, onChanged }: EntryProps<NoteEntry>) => {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const [earlier, setEarlier] = useState(false)
  const mention = (id: string) => (
    <strong className={css.mention}>@{included[people]?.[id]?.title ?? t('detail.someone')}</strong>
  )
  const words = (text: string) => (
    <Suspense fallback={<p aria-busy="true">{text}</p>}>
      <Markdown text={text} mention={mention} />
    </Suspense>
  )
  const remove = () =>
    void confirm({
      title: `${t('detail.deleteNote')}?`,
      text: t('detail.purgeText'),
      action: t('detail.deleteNote'),
      danger: true,
      run: async () => {
        await deleteNote(resource, record.id, entry.note)
        onChanged()
      },
    })
  return (
    <li className={line.item} data-note>
      <div className={line.noteHead}>
        <strong>{entry.actor.name ?? t('detail.someone')}</strong>
        <When at={entry.at} />
        {entry.editedAt && !entry.deletedAt ? (
          <button
            type="button"
            className={css.earlierButton}
            aria-expanded={earlier}
            onClick={() => setEarlier((was) => !was)}
          >
            {t('detail.edited')}
          </button>
        ) : null}
        {entry.mine && entry.text !== null && !editing ? (
          <span className={css.tools}>
            <button
              type="button"
              aria-label={t('detail.editNote')}
              onClick={() => setEditing(true)}
            >
              {t('detail.edit')}
            </button>
            <button type="button" aria-label={t('detail.deleteNote')} onClick={remove}>
              {t('detail.delete')}
            </button>
          </span>
        ) : null}
      </div>
      {entry.text === null && <p className={line.muted}>{t('detail.noteDeleted')}</p>}
      {entry.text !== null && editing && (
        <NoteComposer
          resource={resource}
          id={record.id}
          editing={{ note: entry.note, ...decoded(entry.text, included[people]) }}
          onCancel={() => setEditing(false)}
          onDone={() => {
            setEditing(false)
            onChanged()
          }}
        />
      )}
      {entry.text !== null && !editing && words(entry.text)}
      {earlier && entry.text !== null ? (
        <ol className={css.earlier} aria-label={t('detail.earlierTexts')}>
          {entry.earlier.toReversed().map((one) => (
            <li key={one.at}>
              <When at={one.at} />
              {words(one.text)}
            </li>
          ))}
        </ol>
      ) : null}
    </li>
  )
}
