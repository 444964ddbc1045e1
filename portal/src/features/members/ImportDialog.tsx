import {
  IMPORT_MAX_BYTES,
  IMPORT_MAX_ROWS,
  type ImportResult,
  type ImportRow,
  importMembers,
  importTemplate,
} from '@teleward/contract/members/register-endpoints.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { fileOf } from '../../api/client.ts'
import { exportSheet, saveAs } from '../../api/exportSheet.ts'
import { showError, useAct } from '../../api/query.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import { type Chosen, SheetImport } from '../../patterns/SheetImport.tsx'
import { formatDate } from '../../ui/format.ts'
import type { Choices } from './Filters.tsx'

const MOST = { rows: IMPORT_MAX_ROWS, bytes: IMPORT_MAX_BYTES }

/** Members from a file, into a unit of one's own. */
export default function ImportDialog({ units, onClose }: { units: Choices['units']; onClose: () => void }) {
  const t = useT()
  const [unitId, setUnitId] = useState<number | null>(units.length === 1 ? (units[0]?.id ?? null) : null)
  const [result, setResult] = useState<ImportResult>()
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useAct(importMembers, {
    onDone: (answer) => setResult(answer),
    onError: (error) => {
      setProblem(error.message || errorText(error.code))
      return true
    },
  })
  const ask = (from: Chosen, commit: boolean) => {
    setProblem(undefined)
    if (unitId === null) return setProblem(errorText('ERR_0002'))
    mutate({ body: { ...from, unitId, commit } })
  }
  const download = (chosen: Chosen) =>
    unitId !== null && void exportSheet(importMembers, { body: { ...chosen, unitId, commit: false } }).catch(showError)
  return (
    <SheetImport<ImportRow>
      title={t('members.imp.title')}
      most={MOST}
      columns={[
        { path: 'account', title: t('members.col.account'), text: ({ said }) => said.account },
        { path: 'name', title: t('members.form.name'), text: ({ said }) => said.name },
        {
          path: 'gender',
          title: t('members.form.gender'),
          text: ({ said }) => said.gender && t(`common.sex.${said.gender}`),
        },
        {
          path: 'birthday',
          title: t('members.col.birthday'),
          text: ({ said }) => said.birthday && formatDate(said.birthday),
        },
        { path: 'mobile', title: t('members.col.mobile'), text: ({ said }) => said.mobile },
      ]}
      head={
        units.length !== 1 && (
          <Select
            aria-label={t('members.imp.unit')}
            placeholder={t('members.imp.unit')}
            value={unitId}
            disabled={result !== undefined}
            options={units.map((one) => ({ value: one.id, label: either(one.name, one.nameEn) }))}
            onChange={setUnitId}
          />
        )
      }
      result={result}
      busy={isPending}
      problem={problem}
      setProblem={setProblem}
      ask={ask}
      onFile={() => {
        setResult(undefined)
        setProblem(undefined)
      }}
      template={() => void fileOf(importTemplate, {}).then((file) => saveAs(file, 'members.xlsx'), showError)}
      download={download}
      onClose={onClose}
    />
  )
}
