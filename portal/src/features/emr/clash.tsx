import type { Diagnosis } from '@teleward/contract/emr/schema.ts'
import { t } from '../../i18n/i18n.ts'
import type { Notice } from '../../ui/notify.ts'
import type { Clash, LineOp } from './clash-of.ts'
import { icdName } from './icdName.ts'
import type { LineValues } from './note-draft.ts'
import { amountsText } from '../../patterns/prescriptions/amounts.ts'

const icdText = (row: Diagnosis) => [`${row.code} ${icdName(row)}`, row.remarks].filter(Boolean).join(t('common.dot'))
function lineText(line: LineValues): string {
  return [`${line.name} ${amountsText(line)}`, line.totalReason, line.notes].filter(Boolean).join(t('common.dot'))
}

/** What one wanted of the line, in words. */
function wish(mine: LineOp): string {
  if (mine.kind === 'changeLine') return lineText(mine.line)
  if (mine.kind !== 'changeIcd') return t('emr.clash.remove')
  return mine.sort === 0 ? t('emr.icd.makePrimary') : (mine.remarks ?? '') || t('emr.clash.noRemark')
}

/** Told until it is closed: what the other wrote stands in the note, one's own can be put over it. */
export function clashNotice(clash: Clash, again: () => void): Notice {
  const { mine, theirs, before } = clash
  const name = clash.list === 'diagnoses' ? (theirs ?? before)?.code : (clash.theirs ?? clash.before)?.name
  const now =
    clash.list === 'diagnoses' ? clash.theirs && icdText(clash.theirs) : clash.theirs && lineText(clash.theirs)
  return {
    kind: 'warn',
    key: `clash-${mine.id}`,
    title: t('emr.clash.title', { name: name ?? '' }),
    text: (
      <dl className="clash">
        <dt>{t('emr.conflict.theirs')}</dt>
        <dd>{now ?? t('emr.clash.gone')}</dd>
        <dt>{t('emr.conflict.mine')}</dt>
        <dd>{wish(mine)}</dd>
      </dl>
    ),
    lasts: 'untilClosed',
    ...(theirs ? { action: { label: t('emr.clash.again'), run: again } } : {}),
  }
}
