import { postExperience } from '@teleward/contract/profile/endpoints.ts'
import { experienceFault } from '@teleward/contract/profile/rules.ts'
import type { Profile } from '@teleward/contract/profile/schema.ts'
import { Input } from 'antd'
import { useEndpointMutation } from '../../api/query.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { isoDay } from '../../ui/format.ts'
import { SaveBar } from './Form.tsx'
import { saidSaved, takeRefusal } from './saving.ts'
import { usePart } from './usePart.ts'

type Lists = Profile['experience']
const COLUMNS = ['from', 'to', 'organisation', 'title'] as const
const WHEN = /^(?:\d{4}(?:-(?:0[1-9]|1[0-2]))?)?$/

/** Education and career, eight rows each. */
export function ExperiencePart({ profile }: { profile: Profile }) {
  const t = useT()
  const state = usePart<Lists>('experience', profile.experience)
  const act = useEndpointMutation(postExperience, {
    onDone: () => {
      void state.clear()
      saidSaved()
    },
    onError: (error) => takeRefusal(error, state.takeRefusal),
  })
  const save = () => {
    const faults: Record<string, string> = {}
    for (const list of ['education', 'career'] as const)
      for (const [at, row] of state.value[list].entries()) {
        for (const when of ['from', 'to'] as const)
          if (!WHEN.test(row[when])) faults[`${list}.${at}.${when}`] = t('profile.experience.when')
        const fault = experienceFault(row, isoDay())
        if (fault) faults[`${list}.${at}.${fault.path}`] ??= errorText(fault.code)
      }
    if (Object.keys(faults).length) return state.setFaults(faults)
    act.mutate({ body: { version: profile.versions.experience, ...state.value } })
  }
  const names = {
    from: t('profile.experience.from'),
    to: t('profile.experience.to'),
    organisation: t('profile.experience.organisation'),
    title: t('profile.experience.titleOf'),
  }
  const table = (list: keyof Lists) => (
    <section className="card pcard" aria-label={t(`profile.experience.${list}`)}>
      <h2 className="sech">{t(`profile.experience.${list}`)}</h2>
      <div className="exprows">
        <div className="exprow head" aria-hidden="true">
          {COLUMNS.map((column) => (
            <span key={column} className="lab">
              {names[column]}
            </span>
          ))}
        </div>
        {state.value[list].map((row, at) => (
          <div key={at} className="exprow">
            {COLUMNS.map((column) => {
              const fault = state.fault(`${list}.${at}.${column}`)
              return (
                <div key={column}>
                  <Input
                    aria-label={`${t(`profile.experience.${list}`)} ${t('profile.experience.row', { row: at + 1 })} ${names[column]}`}
                    maxLength={column === 'from' || column === 'to' ? 7 : 100}
                    placeholder={column === 'from' || column === 'to' ? `${names[column]} YYYY-MM` : names[column]}
                    value={row[column]}
                    status={fault ? 'error' : ''}
                    onChange={(event) =>
                      state.change({
                        [list]: state.value[list].map((one, index) =>
                          index === at ? { ...one, [column]: event.target.value } : one,
                        ),
                      })
                    }
                  />
                  {fault && <p className="help err">{fault}</p>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </section>
  )
  return (
    <>
      {table('education')}
      {table('career')}
      <SaveBar
        dirty={state.dirty}
        kept={state.kept}
        busy={act.isPending}
        onSave={save}
        onDrop={() => void state.clear()}
        note={t('profile.experience.hint')}
      />
    </>
  )
}
