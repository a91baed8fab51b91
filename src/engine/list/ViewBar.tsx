import { useState } from 'react'
import { isProblem } from '#data/problem.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Popup } from './Popup.tsx'
import { refusalOf } from './useSaved.ts'
import { useViewActions, viewWords } from './useViewActions.ts'
import type { ListSetup } from './useList.ts'
import { ViewForm } from './ViewForm.tsx'
import { barButton } from './barButton.ts'
import css from './list.module.css'
import own from './views.module.css'

/** What is to say about the open view: unsaved changes, parts left out, or that it is gone. */
export const ViewBar = ({ list }: { readonly list: ListSetup }) => {
  const { t } = useTranslation()
  const actions = useViewActions(list)
  const [refusal, setRefusal] = useState<{ text: string; stale: boolean }>()
  const [busy, setBusy] = useState(false)
  const { view, base } = list
  if (!view) {
    return (
      <p role="status" className={own.bar}>
        {t('list.viewLost')}
      </p>
    )
  }
  const stale = refusal?.stale === true || (base !== undefined && base < view.version)
  const update = async (version: number): Promise<void> => {
    setBusy(true)
    try {
      await actions.update(view, version)
      setRefusal(undefined)
    } catch (error) {
      setRefusal({ text: refusalOf(error, viewWords()), stale: isProblem(error, 412) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={own.bar} role="group" aria-label={view.name}>
      {list.edited ? (
        <>
          <span role="status" className={own.state}>
            {refusal?.text ?? (stale ? t('list.viewChanged') : t('list.viewEdited'))}
          </span>
          {view.mayChange ? (
            <button
              type="button"
              className={barButton}
              disabled={busy}
              onClick={() => void update(stale ? view.version : (base ?? view.version))}
            >
              {stale ? t('list.replaceView') : t('list.updateView')}
            </button>
          ) : null}
          <Popup
            label={t('list.saveAsView')}
            trigger={(p) => (
              <button type="button" {...p} className={barButton}>
                {t('list.saveAsView')}
              </button>
            )}
          >
            {(close) => <ViewForm list={list} onDone={close} />}
          </Popup>
          <button type="button" className={css.quiet} onClick={actions.reset}>
            {t('list.resetView')}
          </button>
        </>
      ) : null}
      {view.missing ? (
        <span className={own.note}>{t('list.viewMissing', { number: view.missing })}</span>
      ) : null}
    </div>
  )
}
