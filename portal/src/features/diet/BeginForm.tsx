import { fetchDietMemberDetail, postDietCourse } from '@teleward/contract/diet/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { MemberPicker, type Picked } from '../../patterns/MemberPicker.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { FieldLabel } from '../../ui/FieldLabel.tsx'
import { notify } from '../../ui/notify.ts'

interface Props {
  /** The member the form was opened for. */
  pid: number | undefined
  onClose: () => void
  onMade: (course: number) => void
}

/** A member comes into diet management. Who is in it already is refused, in words. */
export function BeginForm({ pid, onClose, onMade }: Props) {
  const id = useId()
  const [picked, setPicked] = useState<readonly Picked[]>()
  const [wrong, setWrong] = useState(false)
  const given = useQuery({
    ...endpointQuery(fetchDietMemberDetail, { body: { pid: pid ?? 0 } }),
    enabled: pid !== undefined,
  })
  const first = given.data ? [{ pid: given.data.patient.pid, name: nameOf(given.data.patient) }] : []
  const chosen = picked ?? first
  const post = useEndpointMutation(postDietCourse, {
    onDone: ({ id: made }) => {
      notify({ kind: 'ok', key: 'diet', title: t('diet.begun') })
      onMade(made)
    },
  })
  const bad = wrong && chosen.length === 0
  const send = () => {
    const [one] = chosen
    if (!one) return setWrong(true)
    post.mutate({ body: { pid: one.pid } })
  }
  return (
    <FormDrawer
      open
      title={t('diet.beginTitle')}
      dirty={picked !== undefined}
      busy={post.isPending}
      submit={t('diet.begin')}
      onSubmit={send}
      onClose={onClose}
    >
      <FieldLabel id={id} required>
        {t('diet.member')}
      </FieldLabel>
      <MemberPicker id={id} single value={chosen} status={bad ? 'error' : ''} onChange={setPicked} />
      {bad && (
        <p className="help err" role="alert">
          {errorText('PATIENT_REQUIRED')}
        </p>
      )}
    </FormDrawer>
  )
}
