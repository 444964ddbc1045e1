import { syncMedicalFile } from '@teleward/contract/files/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { go } from '../../shell/navigation.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'

interface Props {
  pid: number
  picked: readonly string[]
  most: number
  onChange: (picked: readonly string[]) => void
}
const SHOWN = 12

/** Pictures of the member that were uploaded: those of the meal are chosen among them. */
export function MealPictures({ pid, picked, most, onChange }: Props) {
  const reads = useRight('file.read') !== '-'
  const brings = useRight('file.upload') !== '-'
  const files = useQuery({
    ...endpointQuery(syncMedicalFile, { body: { pid, kind: 'photo', pageSize: SHOWN } }),
    enabled: reads,
  })
  const pictures = (files.data?.data ?? []).filter(({ format }) => format === 'jpg' || format === 'png')
  return (
    <fieldset className="dietown">
      <legend>{t('diet.form.pictures')}</legend>
      {pictures.length === 0 && <p className="t3 f13">{t('diet.form.noPictures')}</p>}
      <div className="dietpics">
        {pictures.map(({ id, name, thumb }) => {
          const on = picked.includes(id)
          return (
            <button
              key={id}
              type="button"
              aria-pressed={on}
              aria-label={t('diet.form.pick', { name })}
              title={name}
              disabled={!on && picked.length >= most}
              onClick={() => onChange(on ? picked.filter((one) => one !== id) : [...picked, id])}
            >
              {thumb ? <img src={thumb.url} alt="" /> : name}
            </button>
          )
        })}
      </div>
      {brings && (
        <Button size="sm" onClick={() => void go('upload', { pid })}>
          {t('diet.form.upload')}
        </Button>
      )}
    </fieldset>
  )
}
