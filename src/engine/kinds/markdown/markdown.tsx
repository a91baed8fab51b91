import { describedBy, Labelled } from '#ui/TextInput.tsx'
import { Textarea } from '#ui/Textarea.tsx'
import { Suspense, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '#ui/i18n.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { Skeleton } from '#ui/states.tsx'
import texts from '#ui/text.module.css'
import { Segments } from '../../fields/inputs/Segments.tsx'
import { common, type InputProps } from '../../fields/inputs/types.ts'
import classes from './markdown.module.css'

const Markdown = lazyPart(async () => (await import('#ui/Markdown.tsx')).Markdown)

const MARKS: ReadonlyMap<string, string> = new Map([
  ['b', '**'],
  ['i', '_'],
])

/** Ctrl+B and Ctrl+I mark the selection; `insertText` keeps the browser's undo. */
const onMark = (e: KeyboardEvent<HTMLTextAreaElement>) => {
  const mark = (e.ctrlKey || e.metaKey) && !e.altKey ? MARKS.get(e.key.toLowerCase()) : undefined
  if (mark === undefined) return
  e.preventDefault()
  const { selectionStart: from, selectionEnd: to, value } = e.currentTarget
  document.execCommand('insertText', false, `${mark}${value.slice(from, to)}${mark}`)
  e.currentTarget.setSelectionRange(from + mark.length, to + mark.length)
}

/** Markdown: typed as text, shown as it will be read. */
export const MarkdownInput = (props: InputProps<string>) => {
  const { t } = useTranslation()
  const [view, setView] = useState('write')
  const { label, description, required, error, ...input } = common(props)
  const around = { label, description, error }
  return (
    <Labelled id={input.id} {...around} required={required} className={classes.field}>
      <div className={classes.views}>
        <Segments
          name={`${input.id}-view`}
          aria-label={t('form.writeOrPreview', { label })}
          value={view}
          onChange={setView}
          options={[
            { value: 'write', label: t('form.write') },
            { value: 'preview', label: t('form.preview') },
          ]}
        />
      </div>
      {view === 'preview' ? (
        <div className={classes.preview}>
          {props.value ? (
            <Suspense fallback={<Skeleton width="100%" />}>
              <Markdown text={props.value} />
            </Suspense>
          ) : (
            <p className={texts.hint}>{t('form.nothingToPreview')}</p>
          )}
        </div>
      ) : (
        <Textarea
          {...input}
          ref={props.inputRef as never}
          required={required}
          error={Boolean(error)}
          aria-describedby={describedBy(input.id, around)}
          autosize
          minRows={5}
          maxRows={24}
          value={props.value ?? ''}
          onKeyDown={onMark}
          onChange={(e) =>
            props.onChange(e.currentTarget.value === '' ? null : e.currentTarget.value)
          }
        />
      )}
    </Labelled>
  )
}
