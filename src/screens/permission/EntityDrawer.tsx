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

type Rights = Pick<DrawerProps, 'draft' | 'readOnly' | 'may' | 'errors'>

/** The box of one permission. */
const KeyCheck = ({
  of: key,
  name,
  rights: { draft, readOnly, may, errors },
}: {
  readonly of: string
  readonly name: string
  readonly rights: Rights
}) => {
  const { t } = useTranslation()
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

/** The box that gives or takes several permissions at once. */
const AllCheck = ({
  of: keys,
  name,
  rights: { draft, readOnly, may },
}: {
  readonly of: readonly string[]
  readonly name: string
  readonly rights: Rights
}) => {
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

/** A list of permissions under a heading. */
const Keys = ({
  of: list,
  title,
  rights,
}: {
  readonly of: readonly KeyItem[]
  readonly title: TextKey
  readonly rights: Rights
}) => {
  const { t } = useTranslation()
  return list.length ? (
    <section className={css.section}>
      <h3>{t(title)}</h3>
      <ul className={css.items}>
        {list.map((item) => (
          <li key={item.key}>
            <KeyCheck of={item.key} name={item.label} rights={rights} />
            <span aria-hidden>{item.label}</span>
          </li>
        ))}
      </ul>
    </section>
  ) : null
}

/** Who may read and write each field. */
const Fields = ({ line, rights }: { readonly line: Line; readonly rights: Rights }) => {
  const { t } = useTranslation()
  const reads = line.fields.map((f) => f.read)
  const writes = line.fields.flatMap((f) => f.write ?? [])
  return (
    <section className={css.section}>
      <h3>{t('permission.fields')}</h3>
      <table className={css.fields} aria-label={t('permission.fields')}>
        <thead>
          <tr>
            <th scope="col">{t('permission.field')}</th>
            <th scope="col" className={css.way}>
              <span>{t('permission.reads')}</span>
              <AllCheck of={reads} name={t('permission.allRead')} rights={rights} />
            </th>
            <th scope="col" className={css.way}>
              <span>{t('permission.writes')}</span>
              <AllCheck of={writes} name={t('permission.allWrite')} rights={rights} />
            </th>
          </tr>
        </thead>
        <tbody>
          {line.fields.map((f) => (
            <tr key={f.name}>
              <th scope="row">{f.label}</th>
              <td className={css.way}>
                <KeyCheck
                  of={f.read}
                  name={t('permission.readsField', { field: f.label })}
                  rights={rights}
                />
              </td>
              <td className={css.way}>
                {f.write ? (
                  <KeyCheck
                    of={f.write}
                    name={t('permission.writesField', { field: f.label })}
                    rights={rights}
                  />
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
  )
}

/** Row rule, transitions, special permissions and fields of one entity. */
export const EntityDrawer = ({ line, onClose, ...rights }: DrawerProps) => {
  const { t } = useTranslation()
  const { draft, readOnly, errors } = rights
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
      <Keys of={line.transitions} title="permission.transitions" rights={rights} />
      <Keys of={line.own} title="permission.own" rights={rights} />
      <Fields line={line} rights={rights} />
    </Dialog>
  )
}
