import { CameraOutlined, CheckCircleOutlined } from '@ant-design/icons'
import { putConsent } from '@teleward/contract/consents/endpoints.ts'
import type { AUTHORISATION_DAYS } from '@teleward/contract/consents/rules.ts'
import { todoRecipients } from '@teleward/contract/handoffs/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useId, useRef, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { useSendings } from '../../api/sendings.ts'
import { sendFiles } from '../../api/uploads.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { notify } from '../../ui/notify.ts'
import { FailedLine } from '../FailedLine.tsx'
import { nameOf } from '../Patient.tsx'
import { Choice } from './Choice.tsx'

interface Props {
  pid: number
  qid: number | undefined
  days: (typeof AUTHORISATION_DAYS)[number]
}

/** Paper that was signed here: its photograph, who saw it signed, and who signed. */
export function Paper({ pid, qid, days }: Props) {
  const t = useT()
  const id = useId()
  const { file, photo, choose } = usePhotograph(pid)
  const { mid } = useMe()
  const people = useQuery(endpointQuery(todoRecipients, { query: {} }))
  const [witness, setWitness] = useState<number>()
  const [guardian, setGuardian] = useState(false)
  const [giver, setGiver] = useState({ name: '', relation: '' })
  const [tried, setTried] = useState(false)
  // Made once for this paper: sent again after a lost answer it is the same one.
  const [key] = useState(() => crypto.randomUUID())
  const act = useEndpointMutation(putConsent, {
    onDone: () => notify({ kind: 'ok', title: t('authorise.given') }),
  })
  const named = giver.name.trim() !== '' && giver.relation.trim() !== ''
  const whole = photo !== undefined && witness !== undefined && (!guardian || named)
  const send = () => {
    setTried(true)
    if (!photo || !witness || !whole) return
    act.mutate({
      params: { id: key },
      body: {
        action: 'paper',
        pid,
        fileId: photo,
        witness,
        days,
        ...(qid ? { qid } : {}),
        ...(guardian ? { giver: { name: giver.name.trim(), relation: giver.relation.trim() } } : {}),
      },
    })
  }
  const why = (missing: boolean, text: string) =>
    tried && missing ? (
      <p className="help err" role="alert">
        {text}
      </p>
    ) : null
  const field = (name: keyof typeof giver) => (
    <div>
      <FieldLabel id={`${id}-${name}`} required>
        {t(`authorise.giver.${name}`)}
      </FieldLabel>
      <Input
        id={`${id}-${name}`}
        value={giver[name]}
        maxLength={name === 'name' ? 60 : 30}
        status={tried && !giver[name].trim() ? 'error' : ''}
        onChange={(event) => setGiver({ ...giver, [name]: event.target.value })}
      />
      {why(!giver[name].trim(), t('authorise.giver.needed'))}
    </div>
  )
  return (
    <div className="authz-paper">
      <div>
        {choose}
        {file && (
          <p className={`f13 ${file.why ? 'c-bad' : 't2'}`} role="status">
            {photo && <CheckCircleOutlined className="c-ok" />} {file.name}
            {file.why ? `：${file.why}` : photo ? '' : ` ${t('authorise.photoSending')}`}
          </p>
        )}
        {why(!photo, t('authorise.photoNeeded'))}
      </div>
      <div>
        <FieldLabel id={`${id}-witness`} required>
          {t('authorise.witnessField')}
        </FieldLabel>
        {people.error && !people.data ? (
          <FailedLine error={people.error} onRetry={() => void people.refetch()} />
        ) : (
          <Select
            id={`${id}-witness`}
            className="wide"
            showSearch
            optionFilterProp="label"
            loading={people.isPending}
            value={witness}
            status={tried && witness === undefined ? 'error' : ''}
            onChange={setWitness}
            options={(people.data?.people ?? [])
              .filter((one) => one.mid !== mid)
              .map((one) => ({ value: one.mid, label: nameOf(one) }))}
          />
        )}
        {why(witness === undefined, t('authorise.witnessNeeded'))}
      </div>
      <fieldset className="authz-ways">
        <legend className="lab">{t('authorise.signedBy')}</legend>
        <Choice group={`${id}-by`} on={!guardian} onPick={() => setGuardian(false)}>
          {t('authorise.byPatient')}
        </Choice>
        <Choice group={`${id}-by`} on={guardian} onPick={() => setGuardian(true)}>
          {t('authorise.guardian')}
        </Choice>
      </fieldset>
      {guardian && (
        <div className="authz-two">
          {field('name')}
          {field('relation')}
        </div>
      )}
      <Button kind="primary" disabled={act.isPending} onClick={send}>
        {t('authorise.paperSave')}
      </Button>
    </div>
  )
}

/** One picture or scan, sent as every other file is; `photo` once it is stored. */
function usePhotograph(pid: number) {
  const t = useT()
  const { ui_config } = useMe()
  const [taken, setTaken] = useState<File | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const row = useSendings().find(({ file }) => file === taken)
  const take = (file: File | undefined) => {
    if (!file) return
    const pdf = file.type === 'application/pdf' || /\.pdf$/i.test(file.name)
    const kind = pdf ? 'pe_report' : 'photo'
    setTaken(file)
    sendFiles(ui_config.uploads, [{ file, kind, pid }])
  }
  const stored = row?.state === 'done' ? row.upload?.file : null
  return {
    file: taken && { name: taken.name, why: row?.why },
    photo: stored?.state === 'stored' ? stored.id : undefined,
    choose: (
      <>
        <Button icon={<CameraOutlined />} onClick={() => input.current?.click()}>
          {t(taken ? 'authorise.photoAgain' : 'authorise.photo')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('authorise.photo')}
          accept="image/jpeg,image/png,application/pdf"
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </>
    ),
  }
}
