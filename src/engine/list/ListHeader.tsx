import { useState } from 'react'
import { IconBookmark, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ResourceLink, useGoTo } from '../links.tsx'
import { lazyPart } from './lazyPart.tsx'
import { Popup } from './Popup.tsx'
import { failed } from './useRowMenu.tsx'
import type { List } from './useList.ts'
import css from './list.module.css'

const ViewsPanel = lazyPart(async () => (await import('./ViewsPanel.tsx')).ViewsPanel)

/** Downloads the list with its current filters and columns; the code loads with the first click. */
const ExportButton = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const { downloadList } = await import('./exportList.ts')
      await downloadList(
        list.resource,
        list.query,
        list.columns.map((c) => c.name),
      )
    } catch (error) {
      failed(error)
    }
    setBusy(false)
  }
  return (
    <button
      type="button"
      className={css.button}
      disabled={busy}
      aria-busy={busy}
      aria-label={t('list.export')}
      onClick={() => void run()}
    >
      <IconDownload size={16} aria-hidden />
      <span className={css.buttonText}>{t('list.export')}</span>
    </button>
  )
}

/** Title of the list and links to its other pages. */
export const ListHeader = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const { resource, rights, preset } = list
  return (
    <PageHeader
      title={preset ? t(preset.title) : label(resource.label.many)}
      actions={
        <div className={css.actions}>
          <Popup
            label={t('list.views')}
            trigger={(p) => (
              <button
                type="button"
                {...p}
                className={css.button}
                onPointerEnter={ViewsPanel.preload}
                onFocus={ViewsPanel.preload}
                aria-label={t('list.views')}
              >
                <IconBookmark size={16} aria-hidden />
                <span className={css.buttonText}>{t('list.views')}</span>
              </button>
            )}
          >
            {(close) => <ViewsPanel list={list} onClose={close} />}
          </Popup>
          {rights.import && !preset ? <ImportButton list={list} /> : null}
          {rights.export ? <ExportButton list={list} /> : null}
          {rights.create ? (
            <ResourceLink
              resource={resource}
              target={{ page: 'create' }}
              className={`${css.button} ${css.primary}`}
              aria-keyshortcuts="c"
            >
              <IconPlus size={16} aria-hidden />
              {t('list.add', { one: inSentence(resource.label.one) })}
            </ResourceLink>
          ) : null}
        </div>
      }
    />
  )
}

const ImportButton = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  return (
    <button
      type="button"
      className={css.button}
      aria-label={t('list.import')}
      onClick={() => void goTo(list.resource, { page: 'import' })}
    >
      <IconUpload size={16} aria-hidden />
      <span className={css.buttonText}>{t('list.import')}</span>
    </button>
  )
}
