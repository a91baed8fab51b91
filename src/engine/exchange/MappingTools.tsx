import { Textarea } from '#ui/Textarea.tsx'
import { Button } from '#ui/Button.tsx'
import { IconBraces, IconDownload, IconUpload, IconWand } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Mapping } from '#model/importMapping.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { saveBlob } from '#ui/saveFile.ts'
import { SavedMappings } from './SavedMappings.tsx'
import type { ImportState } from './useImport.ts'
import { mappingText, readMapping, type ReadMapping } from './mappingText.ts'
import dialogCss from '#ui/dialog.module.css'
import css from './exchange.module.css'

/** Tools for the whole mapping: match by name, saved ones, load and save a file, edit as text. */
export const MappingTools = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  const {
    draft: { mapping, head },
    resource: { collection },
    load: onMapping,
  } = state
  const input = useRef<HTMLInputElement>(null)
  const [asText, setAsText] = useState(false)
  const read = async (file: File | undefined) => {
    if (!file) return
    const found = readMapping(await file.text())
    if ('mapping' in found) {
      onMapping(found.mapping)
      toast.success(t('exchange.loaded', { name: file.name }))
    } else {
      toast.error(
        t(found.wrong === 'json' ? 'exchange.loadJson' : 'exchange.loadGrammar', {
          at: 'at' in found ? found.at : '',
        }),
      )
    }
  }
  return (
    <div className={css.tools}>
      {head ? (
        <button type="button" className={css.tool} onClick={() => void state.match()}>
          <IconWand size={15} aria-hidden />
          {t('exchange.match')}
        </button>
      ) : null}
      <SavedMappings state={state} />
      <button type="button" className={css.tool} onClick={() => input.current?.click()}>
        <IconUpload size={15} aria-hidden />
        {t('exchange.load')}
      </button>
      <input
        ref={input}
        type="file"
        aria-label={t('exchange.mappingFile')}
        accept=".json,application/json"
        hidden
        onChange={(e) => {
          void read(e.currentTarget.files?.[0])
          e.currentTarget.value = ''
        }}
      />
      <button
        type="button"
        className={css.tool}
        onClick={() =>
          saveBlob(
            new Blob([mappingText(mapping)], { type: 'application/json' }),
            `${collection}.mapping.json`,
          )
        }
      >
        <IconDownload size={15} aria-hidden />
        {t('exchange.save')}
      </button>
      <button type="button" className={css.tool} onClick={() => setAsText(true)}>
        <IconBraces size={15} aria-hidden />
        {t('exchange.asText')}
      </button>
      {asText ? (
        <TextDialog
          mapping={mapping}
          onClose={() => setAsText(false)}
          onMapping={(next) => {
            onMapping(next)
            setAsText(false)
          }}
        />
      ) : null}
    </div>
  )
}

const TextDialog = ({
  mapping,
  onClose,
  onMapping,
}: {
  readonly mapping: Mapping
  readonly onClose: () => void
  readonly onMapping: (mapping: Mapping) => void
}) => {
  const { t } = useTranslation()
  const [text, setText] = useState(() => mappingText(mapping))
  const [read, setRead] = useState<ReadMapping>()
  const wrong =
    read && 'wrong' in read
      ? t(read.wrong === 'json' ? 'exchange.loadJson' : 'exchange.loadGrammar', {
          at: 'at' in read ? read.at : '',
        })
      : undefined
  const use = () => {
    const next = readMapping(text)
    setRead(next)
    if ('mapping' in next) onMapping(next.mapping)
  }
  return (
    <Dialog wide title={t('exchange.textTitle')} onClose={onClose}>
      <Textarea
        label={t('exchange.textLabel')}
        description={t('exchange.textHint')}
        rows={16}
        spellCheck={false}
        inputClassName={css.code}
        value={text}
        error={wrong}
        data-autofocus
        onChange={(e) => {
          setText(e.currentTarget.value)
          setRead(undefined)
        }}
      />
      <div className={dialogCss.foot}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button onClick={use}>{t('exchange.useText')}</Button>
      </div>
    </Dialog>
  )
}
