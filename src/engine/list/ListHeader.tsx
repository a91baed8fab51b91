import { memo } from 'react'
import { IconBookmark, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import type { ResourceModel } from '#model/types.ts'
import { ResourceLink, useGoTo } from '../links.tsx'
import { lazyPart } from '#ui/lazyPart.tsx'
import { PanelButton } from './PanelButton.tsx'
import type { List } from './useList.ts'
import { barButton, barPrimary } from './barButton.ts'
import css from './list.module.css'

const ExportPanel = lazyPart(async () => (await import('./ExportPanel.tsx')).ExportPanel)
const ViewsPanel = lazyPart(async () => (await import('./ViewsPanel.tsx')).ViewsPanel)

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
          <PanelButton
            list={list.setup}
            name={t('list.views')}
            icon={IconBookmark}
            panel={ViewsPanel}
          />
          {rights.import && !preset ? <ImportButton resource={resource} /> : null}
          {rights.export ? (
            <PanelButton
              list={list}
              name={t('list.export')}
              icon={IconDownload}
              panel={ExportPanel}
            />
          ) : null}
          {rights.create ? (
            <ResourceLink
              resource={resource}
              target={{ page: 'create' }}
              className={barPrimary}
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

const ImportButton = memo(({ resource }: { readonly resource: ResourceModel }) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  return (
    <button
      type="button"
      className={barButton}
      aria-label={t('list.import')}
      onClick={() => void goTo(resource, { page: 'import' })}
    >
      <IconUpload size={16} aria-hidden />
      <span className={css.buttonText}>{t('list.import')}</span>
    </button>
  )
})
