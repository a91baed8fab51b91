import { IconChevronDown } from '@tabler/icons-react'
import type { TimelineKind } from '#model/timeline.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Menu } from '#ui/Menu.tsx'
import css from './timeline.module.css'

const CHANGES = 'change,transition'

const isChange = (kind: TimelineKind): kind is 'change' | 'transition' =>
  kind === 'change' || kind === 'transition'

/** Filter of a timeline: everything, notes, changes, and the other kinds in a menu. */
export const Kinds = ({
  kinds,
  chosen,
  onChoose,
}: {
  /** Those to choose from. */
  readonly kinds: readonly TimelineKind[]
  /** As in the API; empty for everything. */
  readonly chosen: string
  readonly onChoose: (kind: string) => void
}) => {
  const { t } = useTranslation()
  const others = kinds.flatMap((kind) => (kind === 'note' || isChange(kind) ? [] : [kind]))
  const other = others.find((kind) => kind === chosen)
  const first = [
    { kind: '', label: t('detail.all') },
    { kind: 'note', label: t('detail.notes') },
    ...(kinds.some(isChange) ? [{ kind: CHANGES, label: t('detail.changes') }] : []),
  ]
  return (
    <div className={css.filters}>
      {first.map(({ kind, label }) => (
        <button
          key={kind}
          type="button"
          className={css.kind}
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind)}
        >
          {label}
        </button>
      ))}
      {others.length ? (
        <Menu
          label={t('detail.moreKinds')}
          items={others.map((kind) => ({
            key: kind,
            label: t(`detail.kinds.${kind}`),
            onSelect: () => onChoose(kind),
          }))}
        >
          {(trigger) => (
            <button
              type="button"
              {...trigger}
              className={css.kind}
              aria-pressed={other !== undefined}
            >
              {other ? t(`detail.kinds.${other}`) : t('detail.moreKinds')}
              <IconChevronDown size={14} aria-hidden />
            </button>
          )}
        </Menu>
      ) : null}
    </div>
  )
}
