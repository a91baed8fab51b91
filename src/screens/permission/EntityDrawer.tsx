import { useTranslation, type TextKey } from '#ui/i18n.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Check } from './Check.tsx'
import type { KeyItem, Line } from './matrix.ts'
import type { MatrixProps } from './Matrix.tsx'
import { RowRule } from './RowRule.tsx'
import css from './permission.module.css'

interface DrawerProps extends Omit<MatrixProps, 'lines' | 'onOpen'> {
  readonly line: Line
  readonly onClose: () => void
}

/** Fields, transitions and row rule of one entity. */
export const EntityDrawer = ({ line, onClose, ...props }: DrawerProps) => {
  const { t } = useTranslation()
  const { draft, readOnly, may, errors } = props
  const box = (key: string, name: string) => {
    const refused = !may(key) && !draft.has(key)
    return (
      <Check
        name={name}
        on={draft.has(key)}
        changed={draft.changed(key)}
        error={errors.get(key)}
        disabled={readOnly || refused}
        title={refused && !readOnly ? t('permission.notHeld') : undefined}
        onChange={(on) => draft.set([key], on)}
      />
    )
  }
  const all = (keys: readonly string[], name: string) => {
    const held = keys.filter(draft.has).length
    return (
      <Check
        name={name}
        on={keys.length > 0 && held === keys.length}
        some={held > 0}
        disabled={readOnly || !keys.length}
        onChange={(on) =>
          draft.set(
            keys.filter((key) => !on || may(key) || draft.has(key)),
            on,
          )
        }
      />
    )
  }
  const items = (list: readonly KeyItem[], title: TextKey) =>
    list.length ? (
      <section className={css.section}>
        <h3>{t(title)}</h3>
        <ul className={css.items}>
          {list.map((item) => (
            <li key={item.key}>
              {box(item.key, item.label)}
              <span aria-hidden>{item.label}</span>
            </li>
          ))}
        </ul>
      </section>
    ) : null
  const reads = line.fields.map((f) => f.read)
  const writes = line.fields.flatMap((f) => f.write ?? [])
  return (
    <Dialog title={t('permission.drawerTitle', { entity: line.label })} side onClose={onClose}>
      {line.resource ? (
        <RowRule
          resource={line.resource}
          rule={draft.rule(line.entity)}
          readOnly={readOnly}
          errors={errors}
          onChange={(rule) => draft.setRule(line.entity, rule)}
        />
      ) : null}
      {items(line.transitions, 'permission.transitions')}
      {items(line.own, 'permission.own')}
      <section className={css.section}>
        <h3>{t('permission.fields')}</h3>
        <table className={css.fields} aria-label={t('permission.fields')}>
          <thead>
            <tr>
              <th scope="col">{t('permission.field')}</th>
              <th scope="col" className={css.way}>
                <span>{t('permission.reads')}</span>
                {all(reads, t('permission.allRead'))}
              </th>
              <th scope="col" className={css.way}>
                <span>{t('permission.writes')}</span>
                {all(writes, t('permission.allWrite'))}
              </th>
            </tr>
          </thead>
          <tbody>
            {line.fields.map((f) => (
              <tr key={f.name}>
                <th scope="row">{f.label}</th>
                <td className={css.way}>
                  {box(f.read, t('permission.readsField', { field: f.label }))}
                </td>
                <td className={css.way}>
                  {f.write ? (
                    box(f.write, t('permission.writesField', { field: f.label }))
                  ) : (
                    <span className={css.none} aria-label={t('permission.notHere')}>
                      –
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Dialog>
  )
}
