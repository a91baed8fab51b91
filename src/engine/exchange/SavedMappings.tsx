import { IconBookmark, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { saveView } from '#data/viewWrites.ts'
import { mappingsQuery } from '#data/views.ts'
import type { SavedMapping } from '#model/views.ts'
import { t as text, useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { toast } from '#ui/toast.ts'
import { Popup } from '../list/Popup.tsx'
import { SavedForm } from '../list/SavedForm.tsx'
import { refusalOf, useSaved, type SavedWords } from '../list/useSaved.ts'
import panel from '../list/panel.module.css'
import { isEdited, stateOf } from './savedMappings.ts'
import type { ImportState } from './useImport.ts'
import css from './exchange.module.css'

const words = (): SavedWords => ({
  name: text('exchange.mappingName'),
  save: text('exchange.saveMapping'),
  taken: text('exchange.mappingTaken'),
  changed: text('exchange.mappingChanged'),
  deleted: (name) => text('exchange.mappingDeleted', { name }),
})

const none: readonly SavedMapping[] = []

/** The saved mappings of an import page, the one in use, and what is done with them. */
const useMappings = ({ resource, draft, apply }: ImportState) => {
  const query = mappingsQuery(resource.collection)
  const { data } = useQuery(query)
  const actions = useSaved(query.queryKey, words())
  const all = data?.data ?? none
  return {
    all,
    current: all.find(({ id }) => id === draft.saved?.id),
    ...actions,
    update: async (saved: SavedMapping) =>
      apply(await actions.change(saved, { state: stateOf(draft) })),
  }
}

const attempt = (run: () => Promise<unknown>) => () => {
  run().catch((error: unknown) => toast.error(refusalOf(error, words())))
}

interface RowProps {
  readonly state: ImportState
  readonly saved: SavedMapping
  readonly onClose: () => void
  readonly onSettings: () => void
}

const Row = ({ state, saved, onClose, onSettings }: RowProps) => {
  const { t } = useTranslation()
  const { current, remove, update } = useMappings(state)
  const name = t('list.actionsFor', { title: saved.name })
  const items: MenuEntry[] = [
    { key: 'settings', label: t('list.viewSettings'), onSelect: onSettings },
    { key: 'update', label: t('exchange.replaceMapping'), onSelect: attempt(() => update(saved)) },
    '-',
    {
      key: 'delete',
      label: t('list.delete'),
      danger: true,
      onSelect: attempt(() => remove(saved)),
    },
  ]
  return (
    <li className={panel.row}>
      <button
        type="button"
        className={`${panel.viewLink} ${css.savedRow}`}
        aria-current={current?.id === saved.id ? 'true' : undefined}
        onClick={() => {
          state.apply(saved)
          onClose()
        }}
      >
        <bdi>{saved.name}</bdi>
        {saved.shared && saved.owner.name && !saved.mine ? (
          <span className={css.savedBy}>{saved.owner.name}</span>
        ) : null}
      </button>
      {saved.mayChange ? (
        <Menu label={name} items={items}>
          {(trigger) => (
            <button type="button" {...trigger} className={panel.icon} aria-label={name}>
              <IconDots size={14} aria-hidden />
            </button>
          )}
        </Menu>
      ) : null}
    </li>
  )
}

const Panel = ({ state, close }: { readonly state: ImportState; readonly close: () => void }) => {
  const { t } = useTranslation()
  const { resource, draft, apply } = state
  const { all, keep, change } = useMappings(state)
  const [changed, setChanged] = useState<SavedMapping>()
  const everyone = t('exchange.mappingForEveryone')
  if (changed) {
    return (
      <div className={panel.stack}>
        <h2 className={css.savedHeading}>{t('list.viewSettings')}</h2>
        <SavedForm
          view={changed}
          words={words()}
          everyone={everyone}
          onSave={async (values) => {
            await change(changed, values)
            setChanged(undefined)
          }}
        />
        <button type="button" className={panel.plain} onClick={() => setChanged(undefined)}>
          {t('common.cancel')}
        </button>
      </div>
    )
  }
  return (
    <div className={panel.stack}>
      {[false, true].map((shared) => {
        const some = all.filter((one) => one.shared === shared)
        const title = t(shared ? 'exchange.sharedMappings' : 'exchange.ownMappings')
        return some.length ? (
          <section key={title} aria-label={title}>
            <h2 className={css.savedHeading}>{title}</h2>
            <ul className={panel.rows}>
              {some.map((saved) => (
                <Row
                  key={saved.id}
                  state={state}
                  saved={saved}
                  onClose={close}
                  onSettings={() => setChanged(saved)}
                />
              ))}
            </ul>
          </section>
        ) : null
      })}
      {all.length ? null : <p className={panel.note}>{t('exchange.noMappings')}</p>}
      <SavedForm
        words={words()}
        everyone={everyone}
        onSave={async (values) => {
          const place = { kind: 'import' as const, collection: resource.collection, path: '' }
          const saved = await saveView({ ...place, ...values, state: stateOf(draft) })
          keep(saved)
          apply(saved)
          close()
        }}
      />
    </div>
  )
}

/** Opens the saved mappings: to use, save, rename, share and delete them. */
export const SavedMappings = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  return (
    <Popup
      label={t('exchange.savedMappings')}
      trigger={(trigger) => (
        <button type="button" {...trigger} className={css.tool}>
          <IconBookmark size={15} aria-hidden />
          {t('exchange.savedMappings')}
        </button>
      )}
    >
      {(close) => <Panel state={state} close={close} />}
    </Popup>
  )
}

/** What is to say about the saved mapping in use. */
export const MappingInUse = ({ state }: { readonly state: ImportState }) => {
  const { t } = useTranslation()
  const { current, update } = useMappings(state)
  const { draft } = state
  if (!current) return null
  const { name, missing, mayChange } = current
  const edited = isEdited(draft, current)
  return (
    <div className={css.inUse} role="status">
      <span className={css.inUseName}>
        <IconBookmark size={15} aria-hidden />
        {t(draft.saved?.itself ? 'exchange.mappingFits' : 'exchange.mappingUsed', { name })}
      </span>
      {edited ? <span className={css.inUseEdited}>{t('list.viewEdited')}</span> : null}
      {edited && mayChange ? (
        <button type="button" className={css.quiet} onClick={attempt(() => update(current))}>
          {t('exchange.updateMapping')}
        </button>
      ) : null}
      {edited ? (
        <button type="button" className={css.quiet} onClick={() => state.apply(current)}>
          {t('list.resetView')}
        </button>
      ) : null}
      {missing ? (
        <span className={css.inUseMissing}>
          {t('exchange.mappingMissing', { number: missing })}
        </span>
      ) : null}
    </div>
  )
}
