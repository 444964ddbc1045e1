import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { extensionValue, type Questionnaire, urls } from '@teleward/contract/forms/fhir.ts'
import { type Band, cutoffsOf, cutoffText } from '@teleward/contract/forms/score.ts'
import { Checkbox, Input } from 'antd'
import { t } from '../../i18n/i18n.ts'
import { withExtension } from './build.ts'
import { Act } from './ItemPart.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

/** What scores mean, band by band, and from which one whoever sent it is told. */
export function Cutoffs({ content, onChange }: { content: Questionnaire; onChange: (next: Questionnaire) => void }) {
  const said = cutoffsOf(content)
  const raw = extensionValue<unknown>(content, urls.bands, 'valueString')
  if (raw !== undefined && said?.kind !== 'bands')
    return (
      <section className="qs-options">
        <b>{t('questions.build.cutoffs')}</b>
        <p className="t3">{t('questions.build.otherCutoffs')}</p>
      </section>
    )
  const bands = said?.kind === 'bands' ? said.bands : []
  const set = (next: readonly Band[]) =>
    onChange(
      withExtension(
        content,
        urls.bands,
        next.length ? { valueString: cutoffText({ item: said?.item, bands: next }) } : undefined,
      ),
    )
  const change = (at: number, to: Partial<Band>) =>
    set(bands.map((one, place) => (place === at ? { ...one, ...to } : one)))
  const add = () => {
    const from = bands.length ? (bands.at(-1)?.to ?? bands.at(-1)?.from ?? 0) + 1 : 0
    set([...bands, { from, to: from + 4, text: '', texts: {}, tells: false }])
  }
  return (
    <section className="qs-options">
      <b>{t('questions.build.cutoffs')}</b>
      {bands.map((band, at) => (
        <div key={at} className="qs-option">
          <NumberField
            aria-label={t('questions.build.from')}
            value={band.from}
            onChange={(from) => change(at, { from: from ?? 0 })}
          />
          <NumberField
            aria-label={t('questions.build.to')}
            value={band.to}
            onChange={(to) => change(at, { to: to ?? null })}
          />
          <Input
            aria-label={t('questions.build.band')}
            placeholder={t('questions.build.band')}
            maxLength={80}
            value={band.text}
            onChange={(e) => change(at, { text: e.target.value })}
          />
          <Input
            aria-label={t('questions.build.bandEn')}
            placeholder={t('questions.build.bandEn')}
            maxLength={80}
            value={band.texts.en ?? ''}
            onChange={(e) => change(at, { texts: { ...band.texts, en: e.target.value } })}
          />
          <Checkbox checked={band.tells} onChange={(e) => change(at, { tells: e.target.checked })}>
            {t('questions.build.tells')}
          </Checkbox>
          <Act
            label={t('questions.build.removeBand')}
            icon={<DeleteOutlined />}
            onClick={() => set(bands.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      <Act label={t('questions.build.addBand')} icon={<PlusOutlined />} onClick={add} />
    </section>
  )
}
