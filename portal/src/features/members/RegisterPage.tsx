import { MembersScreen } from './MembersScreen.tsx'

/** `/membersmgmt`: the same people as a register, with import, merge and memberships. */
export default function RegisterPage() {
  return <MembersScreen register />
}
