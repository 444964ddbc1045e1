import { postMyServiceLang } from '@teleward/contract/profile/endpoints.ts'
import { type ServiceLanguage, serviceLanguages } from '@teleward/contract/profile/rules.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { SaveBar } from './Form.tsx'
import { saidSaved, takeRefusal } from './saving.ts'
import { usePart } from './usePart.ts'

/** The nine languages one may serve in. */
export function LanguagesPart({ languages, version }: { languages: readonly ServiceLanguage[]; version: number }) {
  const t = useT()
  const state = usePart('languages', { chosen: [...languages] })
  const act = useEndpointMutation(postMyServiceLang, {
    onDone: () => {
      void state.clear()
      saidSaved()
    },
    onError: (error) => takeRefusal(error, state.takeRefusal),
  })
  const { chosen } = state.value
  const flip = (one: ServiceLanguage, on: boolean) =>
    state.change({ chosen: serviceLanguages.filter((other) => (other === one ? on : chosen.includes(other))) })
  return (
    <>
      <section className="card pcard">
        <p className="t3 f13">{t('profile.languages.hint')}</p>
        <div className="langgrid">
          {serviceLanguages.map((one) => (
            <label key={one} className="check">
              <input
                type="checkbox"
                checked={chosen.includes(one)}
                disabled={chosen.length === 1 && chosen.includes(one)}
                onChange={(event) => flip(one, event.target.checked)}
              />
              {t(`profile.language.${one}`)}
            </label>
          ))}
        </div>
      </section>
      <SaveBar
        dirty={state.dirty}
        kept={state.kept}
        busy={act.isPending}
        onSave={() => act.mutate({ body: { version, servicelang: chosen } })}
        onDrop={() => void state.clear()}
      />
    </>
  )
}
