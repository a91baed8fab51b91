import { IconBookmark, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ResourceLink, useGoTo } from '../links.tsx'
import { lazyPart } from './lazyPart.tsx'
import { Popup } from './Popup.tsx'
import type { List } from './useList.ts'
import css from './list.module.css'

const ExportPanel = lazyPart(async () => (await import('./ExportPanel.tsx')).ExportPanel)
const ViewsPanel = lazyPart(async () => (await import('./ViewsPanel.tsx')).ViewsPanel)

/** Opens the choice of exports. */
const ExportButton = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  return (
    <Popup
      label={t('list.export')}
      trigger={(p) => (
        <button
          type="button"
          {...p}
          className={css.button}
          onPointerEnter={ExportPanel.preload}
          onFocus={ExportPanel.preload}
          aria-label={t('list.export')}
        >
          <IconDownload size={16} aria-hidden />
          <span className={css.buttonText}>{t('list.export')}</span>
        </button>
      )}
    >
      {(close) => <ExportPanel list={list} onClose={close} />}
    </Popup>
  )
}

/** Title of the list and links to its other pages. */
export const ListHeader = ({ list }: { readonly list: List }) => {
  const { t } = useTranslation()
  const { resource, rights, preset, view } = list
  const title = preset?.title ? t(preset.title) : label(resource.label.many)
  return (
    <PageHeader
      title={view ? `${title} · ${view.name}` : title}
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
