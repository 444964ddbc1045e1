-- Who sees and changes which rows: written by `npm run gen:access` from server/src/access, and never by hand. A start makes
-- these policies anew whenever this file, or any migration, has changed.
do $$
declare p record;
begin
  for p in select c.relname, y.polname from pg_policy y join pg_class c on c.oid = y.polrelid
    where c.relnamespace = 'public'::regnamespace
      and c.relname in ('address_limit', 'agreement_acceptance', 'ai_suggestion', 'appointment', 'appointment_event', 'audit_log', 'audit_look', 'audit_seal', 'call', 'call_target', 'care_event', 'care_event_link', 'care_event_participant', 'care_event_value', 'chat_attachment', 'chat_conversation', 'chat_message', 'chat_participant', 'checkout', 'child_fact', 'child_record', 'clinical_synonym', 'consent', 'crm_case', 'crm_entry', 'day_off', 'device_log', 'diagnosis', 'diet_advice', 'diet_course', 'diet_food', 'diet_meal', 'diet_target', 'doctor_day', 'doctor_fee', 'doctor_fee_version', 'drive_file', 'ecg', 'emergency_access', 'event_log', 'external_report', 'fee_exemption', 'feedback', 'file_finding', 'form_answer', 'form_response', 'guest_link', 'handoff', 'handoff_event', 'handover', 'handover_key', 'health_check', 'health_check_file', 'health_check_remark', 'health_check_result', 'health_check_value', 'health_data_batch', 'idempotency_key', 'last_measurement', 'line_binding', 'line_request', 'login_log', 'medical_file', 'member', 'member_claim', 'member_history', 'member_import', 'member_merge', 'member_merge_row', 'member_messenger', 'member_messenger_request', 'member_partner', 'member_token', 'member_unit', 'monitor_alert', 'monitor_alert_mute', 'monitor_alert_note', 'monitor_group', 'monitor_group_member', 'monitor_group_staff', 'monitor_off', 'monitor_own', 'monitor_rule', 'note', 'note_suggestion', 'note_template', 'note_version', 'notice', 'notice_recipient', 'notification', 'nurse_binding', 'opinion', 'opinion_answer', 'opinion_record', 'outbox_event', 'outbox_message', 'outside_institution', 'partner', 'password_reset', 'payment', 'pharmacy', 'phone_undo', 'preference', 'prescription_line', 'prescription_sending', 'prescription_set', 'presence', 'printed_document', 'privacy_acceptance', 'privacy_statement', 'product', 'product_sending', 'push_subscription', 'questionnaire', 'questionnaire_version', 'reading', 'reading_archive', 'reading_moved_out', 'reading_version', 'recording', 'recording_segment', 'referral', 'referral_file', 'referral_link', 'refresh_token', 'refund', 'room', 'room_participant', 'schedule_entry', 'screening_fact', 'screening_follow_up', 'screening_invitation', 'screening_report', 'screening_result', 'second_step', 'server_state', 'session', 'settlement_line', 'settlement_month', 'settlement_payout', 'settlement_rate', 'settlement_remark', 'settlement_statement', 'shift_change', 'sign_confirmation', 'signing_key', 'staff', 'staff_bank', 'staff_change', 'staff_choice', 'staff_credential', 'staff_device', 'staff_grant', 'staff_grant_event', 'staff_import', 'staff_invitation', 'staff_partner', 'staff_photo', 'staff_profile', 'staff_review', 'staff_review_event', 'staff_unit', 'timer', 'totp', 'totp_recovery', 'ui_config_version', 'unit', 'upload', 'verification_code', 'video_link', 'waiting_board', 'word', 'word_import')
  loop
    execute format('drop policy %I on %I', p.polname, p.relname);
  end loop;
end $$;

create policy system_all on address_limit to teleward_system using (true) with check (true);

create policy system_all on agreement_acceptance to teleward_system using (true) with check (true);

create policy system_all on ai_suggestion to teleward_system using (true) with check (true);
create policy see on ai_suggestion for select to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(ai_suggestion.pid, (select app_partner()), (select app_mid())))
    and exists (select 1 from crm_case c where c.sn = ai_suggestion.sn)
  );
create policy add on ai_suggestion for insert to teleward_app with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(ai_suggestion.pid, (select app_partner()), (select app_mid())))
    and asked_by = (select app_mid())
    and exists (select 1 from crm_case c where c.sn = ai_suggestion.sn)
  );
create policy change on ai_suggestion for update to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(ai_suggestion.pid, (select app_partner()), (select app_mid())))
    and asked_by = (select app_mid())
  ) with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(ai_suggestion.pid, (select app_partner()), (select app_mid())))
    and asked_by = (select app_mid())
  );

create policy system_all on appointment to teleward_system using (true) with check (true);
create policy see on appointment for select to teleward_app using (
    ((((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and ((select app_right('appointment.read')) = 'y' or ((select app_right('appointment.read')) = 'o' and (select app_mid()) in (booked_by, did)))) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid()))) or ((select app_kind()) = 'staff' and (select app_right('appointment.read')) = 'o' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and status in ('held', 'registered', 'checkedIn', 'redial', 'autoCancelled') and did = any ((select app_grantors('contact.others'))::int[]) and app_granted('contact.others', did, unit_id)))
  );
create policy add on appointment for insert to teleward_app with check (
    (((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and ((select app_right('appointment.read')) = 'y' or ((select app_right('appointment.read')) = 'o' and (select app_mid()) in (booked_by, did)))) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
  );
create policy change on appointment for update to teleward_app using (
    (((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and ((select app_right('appointment.read')) = 'y' or ((select app_right('appointment.read')) = 'o' and (select app_mid()) in (booked_by, did)))) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
  ) with check (
    (((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and ((select app_right('appointment.read')) = 'y' or ((select app_right('appointment.read')) = 'o' and (select app_mid()) in (booked_by, did)))) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
  );

create policy system_all on appointment_event to teleward_system using (true) with check (true);
create policy see on appointment_event for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or appointment_event.pid is null or takes_part(appointment_event.pid, (select app_partner()), (select app_mid())))
  );
create policy add on appointment_event for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on audit_log to teleward_system using (true) with check (true);
create policy see on audit_log for select to teleward_app using (
    ((mid = (select app_mid()) and partner_id = (select app_partner())) or ((select app_operator()) and (select app_may('audit'))) or (partner_id = (select app_partner()) and ((select app_audits_all()) or ((select app_may('audit')) and app_audits(partner_id, mid, pid)))))
  );
create policy add on audit_log for insert to teleward_app with check (
    true
  );

create policy system_all on audit_look to teleward_system using (true) with check (true);
create policy see on audit_look for select to teleward_app using (
    (select app_may('audit'))
    and (partner_id = (select app_partner()) or (select app_operator()))
  );
create policy add on audit_look for insert to teleward_app with check (
    mid = (select app_mid())
    and exists (select 1 from audit_log l where l.id = audit_look.audit_id and l.partner_id = audit_look.partner_id and app_audits(l.partner_id, l.mid, l.pid))
  );

create policy system_all on audit_seal to teleward_system using (true) with check (true);

create policy system_all on call to teleward_system using (true) with check (true);
create policy see on call for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or call.pid is null or takes_part(call.pid, (select app_partner()), (select app_mid())))
  );
create policy add on call for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );
create policy change on call for update to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  ) with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on call_target to teleward_system using (true) with check (true);
create policy see on call_target for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or call_target.pid is null or takes_part(call_target.pid, (select app_partner()), (select app_mid())))
  );
create policy add on call_target for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );
create policy change on call_target for update to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  ) with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on care_event to teleward_system using (true) with check (true);
create policy see on care_event for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and at_unit = any ((select app_units())::int[])
    and (select app_right('event.operate')) = 'y'
  );
create policy add on care_event for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and at_unit = any ((select app_units())::int[])
    and (select app_right('event.operate')) = 'y'
    and (select app_right('event.manage')) = 'y'
    and made_by = (select app_mid())
  );
create policy change on care_event for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and at_unit = any ((select app_units())::int[])
    and (select app_right('event.operate')) = 'y'
    and (select app_right('event.manage')) = 'y'
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and at_unit = any ((select app_units())::int[])
    and (select app_right('event.operate')) = 'y'
    and (select app_right('event.manage')) = 'y'
  );

create policy system_all on care_event_link to teleward_system using (true) with check (true);
create policy see on care_event_link for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
  );
create policy add on care_event_link for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and made_by = (select app_mid())
  );

create policy system_all on care_event_participant to teleward_system using (true) with check (true);
create policy see on care_event_participant for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
  );
create policy add on care_event_participant for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and joined_by = (select app_mid())
  );

create policy system_all on care_event_value to teleward_system using (true) with check (true);
create policy see on care_event_value for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
  );
create policy add on care_event_value for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and recorded_by = (select app_mid())
  );
create policy change on care_event_value for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
  );

create policy system_all on chat_attachment to teleward_system using (true) with check (true);
create policy see on chat_attachment for select to teleward_app using (
    partner_id = (select app_partner())
    and exists (select 1 from chat_conversation c where c.id = chat_attachment.conversation_id)
    and (chat_attachment.state in ('sent') or not (chat_attachment.author_mid is distinct from (select app_mid())))
  );
create policy add on chat_attachment for insert to teleward_app with check (
    partner_id = (select app_partner())
    and exists (select 1 from chat_conversation c where c.id = chat_attachment.conversation_id)
    and not (chat_attachment.author_mid is distinct from (select app_mid()))
  );
create policy change on chat_attachment for update to teleward_app using (
    partner_id = (select app_partner())
    and exists (select 1 from chat_conversation c where c.id = chat_attachment.conversation_id)
    and not (chat_attachment.author_mid is distinct from (select app_mid()))
  ) with check (
    partner_id = (select app_partner())
    and exists (select 1 from chat_conversation c where c.id = chat_attachment.conversation_id)
    and not (chat_attachment.author_mid is distinct from (select app_mid()))
  );

create policy system_all on chat_conversation to teleward_system using (true) with check (true);
create policy see on chat_conversation for select to teleward_app using (
    partner_id = (select app_partner())
    and ((kind = 'patient' and (select app_right('chat.patient')) = 'y' and (unit_id = any ((select app_units())::int[]) or ((select app_kind()) = 'link' and pid = (select app_pid()))) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))) or (kind = 'staff' and (select app_mid()) in (low_mid, high_mid)) or (kind not in ('patient', 'staff') and (app_in_group(id) or (created_by = (select app_mid()) and app_group_new(id)))))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or chat_conversation.pid is null or takes_part(chat_conversation.pid, (select app_partner()), (select app_mid())))
  );
create policy add on chat_conversation for insert to teleward_app with check (
    partner_id = (select app_partner())
    and ((kind = 'patient' and (select app_right('chat.patient')) = 'y' and (unit_id = any ((select app_units())::int[]) or ((select app_kind()) = 'link' and pid = (select app_pid()))) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))) or (kind = 'staff' and (select app_mid()) in (low_mid, high_mid) and app_colleague(low_mid) and app_colleague(high_mid)) or (kind not in ('patient', 'staff') and (app_in_group(id) or (created_by = (select app_mid()) and app_group_new(id)))))
  );
create policy change on chat_conversation for update to teleward_app using (
    partner_id = (select app_partner())
    and ((kind = 'patient' and (select app_right('chat.patient')) = 'y' and (unit_id = any ((select app_units())::int[]) or ((select app_kind()) = 'link' and pid = (select app_pid()))) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))) or (kind = 'staff' and (select app_mid()) in (low_mid, high_mid)) or (kind not in ('patient', 'staff') and (app_in_group(id) or (created_by = (select app_mid()) and app_group_new(id)))))
  ) with check (
    partner_id = (select app_partner())
    and ((kind = 'patient' and (select app_right('chat.patient')) = 'y' and (unit_id = any ((select app_units())::int[]) or ((select app_kind()) = 'link' and pid = (select app_pid()))) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))) or (kind = 'staff' and (select app_mid()) in (low_mid, high_mid) and app_colleague(low_mid) and app_colleague(high_mid)) or (kind not in ('patient', 'staff') and (app_in_group(id) or (created_by = (select app_mid()) and app_group_new(id)))))
  );

create policy system_all on chat_message to teleward_system using (true) with check (true);
create policy see on chat_message for select to teleward_app using (
    partner_id = (select app_partner())
    and ((chat_message.pid is not null and (select app_right('chat.patient')) = 'y' and (chat_message.unit_id = any ((select app_units())::int[]) or ((select app_kind()) = 'link' and chat_message.pid = (select app_pid()))) and ((select app_kind()) <> 'staff' or chat_message.pid is null or ((chat_message.unit_id::bigint << 32) | chat_message.pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))) or (chat_message.pid is null and exists (select 1 from chat_conversation c where c.id = chat_message.conversation_id)))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or chat_message.pid is null or takes_part(chat_message.pid, (select app_partner()), (select app_mid())))
  );
create policy add on chat_message for insert to teleward_app with check (
    partner_id = (select app_partner())
    and not (chat_message.author_mid is distinct from (select app_mid()))
    and exists (select 1 from chat_conversation c where c.id = chat_message.conversation_id)
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );
create policy change on chat_message for update to teleward_app using (
    partner_id = (select app_partner())
    and ((chat_message.pid is not null and (select app_right('chat.patient')) = 'y' and (chat_message.unit_id = any ((select app_units())::int[]) or ((select app_kind()) = 'link' and chat_message.pid = (select app_pid()))) and ((select app_kind()) <> 'staff' or chat_message.pid is null or ((chat_message.unit_id::bigint << 32) | chat_message.pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))) or (chat_message.pid is null and exists (select 1 from chat_conversation c where c.id = chat_message.conversation_id)))
  ) with check (
    partner_id = (select app_partner())
    and not (chat_message.author_mid is distinct from (select app_mid()))
    and exists (select 1 from chat_conversation c where c.id = chat_message.conversation_id)
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on chat_participant to teleward_system using (true) with check (true);
create policy see on chat_participant for select to teleward_app using (
    (exists (select 1 from chat_conversation c where c.id = chat_participant.conversation_id) or chat_participant.mid = (select app_mid()))
  );
create policy add on chat_participant for insert to teleward_app with check (
    exists (select 1 from chat_conversation c where c.id = chat_participant.conversation_id)
    and (not (chat_participant.mid is distinct from (select app_mid())) or app_group_fits(chat_participant.conversation_id, chat_participant.mid))
  );
create policy change on chat_participant for update to teleward_app using (
    ((not (chat_participant.mid is distinct from (select app_mid())) and chat_participant.left_at is null) or app_group_fits(chat_participant.conversation_id, chat_participant.mid))
  ) with check (
    (not (chat_participant.mid is distinct from (select app_mid())) or app_group_fits(chat_participant.conversation_id, chat_participant.mid))
  );

create policy system_all on checkout to teleward_system using (true) with check (true);
create policy see on checkout for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or checkout.pid is null or takes_part(checkout.pid, (select app_partner()), (select app_mid())))
  );
create policy add on checkout for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );
create policy change on checkout for update to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  ) with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on child_fact to teleward_system using (true) with check (true);
create policy see on child_fact for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and ((select app_right('childcare.read')) = 'y' or ((select app_right('childcare.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
  );
create policy add on child_fact for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and (select app_right('childcare.write')) = 'y'
    and unit_id = any ((select app_units())::int[])
    and mid = (select app_mid())
  );

create policy system_all on child_record to teleward_system using (true) with check (true);
create policy see on child_record for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and ((select app_right('childcare.read')) = 'y' or ((select app_right('childcare.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
  );
create policy add on child_record for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and (select app_right('childcare.write')) = 'y'
    and unit_id = any ((select app_units())::int[])
    and mid = (select app_mid())
  );
create policy change on child_record for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and (select app_right('childcare.write')) = 'y'
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and (select app_right('childcare.write')) = 'y'
  );

create policy system_all on clinical_synonym to teleward_system using (true) with check (true);
create policy see on clinical_synonym for select to teleward_app using (
    (app_administers('partner', partner_id) or ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and (select app_right('emr.read')) <> '-'))
  );
create policy add on clinical_synonym for insert to teleward_app with check (
    app_administers('partner', partner_id)
    and added_by = (select app_mid())
  );
create policy change on clinical_synonym for update to teleward_app using (
    app_administers('partner', partner_id)
  ) with check (
    app_administers('partner', partner_id)
    and added_by = (select app_mid())
  );
create policy remove on clinical_synonym for delete to teleward_app using (
    app_administers('partner', partner_id)
  );

create policy system_all on consent to teleward_system using (true) with check (true);
create policy see on consent for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or consent.pid is null or takes_part(consent.pid, (select app_partner()), (select app_mid())))
  );
create policy add on consent for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );
create policy change on consent for update to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  ) with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on crm_case to teleward_system using (true) with check (true);
create policy see on crm_case for select to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(crm_case.pid, (select app_partner()), (select app_mid())))
    and ((select app_right('crm.read')) = 'y' or ((select app_right('crm.read')) = 'o' and (select app_mid()) in (owner_mid, opened_by, assigned_from, assigned_to)))
  );
create policy add on crm_case for insert to teleward_app with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(crm_case.pid, (select app_partner()), (select app_mid())))
    and (select app_right('crm.write')) in ('y', 'o')
    and opened_by = (select app_mid())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy change on crm_case for update to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(crm_case.pid, (select app_partner()), (select app_mid())))
    and ((select app_right('crm.write')) = 'y' or ((select app_right('crm.write')) = 'o' and ((select app_mid()) in (owner_mid, opened_by) or (select app_mid()) = (undo ->> 'by')::int)))
  ) with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(crm_case.pid, (select app_partner()), (select app_mid())))
  );

create policy system_all on crm_entry to teleward_system using (true) with check (true);
create policy see on crm_entry for select to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(crm_entry.pid, (select app_partner()), (select app_mid())))
    and exists (select 1 from crm_case c where c.sn = crm_entry.sn)
  );
create policy add on crm_entry for insert to teleward_app with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(crm_entry.pid, (select app_partner()), (select app_mid())))
    and mid = (select app_mid())
    and exists (select 1 from crm_case c where c.sn = crm_entry.sn and ((select app_right('crm.write')) = 'y' or ((select app_right('crm.write')) = 'o' and (select app_mid()) in (c.owner_mid, c.opened_by, c.assigned_from, c.assigned_to))))
  );

create policy system_all on day_off to teleward_system using (true) with check (true);
create policy see on day_off for select to teleward_app using (
    partner_id = (select app_partner())
  );
create policy add on day_off for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and app_may_shift(did)) or (partner_id = (select app_partner()) and kind in ('absence') and (select app_my_kind()) in ('admin', 'health_secretary') and app_shares_unit(did)))
  );
create policy change on day_off for update to teleward_app using (
    ((partner_id = (select app_partner()) and app_may_shift(did)) or (partner_id = (select app_partner()) and kind in ('absence') and (select app_my_kind()) in ('admin', 'health_secretary') and app_shares_unit(did)))
  ) with check (
    ((partner_id = (select app_partner()) and app_may_shift(did)) or (partner_id = (select app_partner()) and kind in ('absence') and (select app_my_kind()) in ('admin', 'health_secretary') and app_shares_unit(did)))
  );

create policy system_all on device_log to teleward_system using (true) with check (true);
create policy see on device_log for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (device_log.recorded_by = (select app_mid()) or (((select app_right('monitor.read')) = 'y' or ((select app_right('monitor.read')) = 'o' and own_patient(device_log.pid, (select app_partner()), (select app_mid())))) and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(device_log.pid, (select app_partner()), (select app_mid()))) and (exists (select 1 from consent c where c.pid = device_log.pid and c.partner_id = (select app_partner()) and c.unit_id = any ((select app_units())::int[]) and c.kind = 'record' and c.state = 'active' and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now())) or exists (select 1 from emergency_access e where e.pid = device_log.pid and e.partner_id = (select app_partner()) and e.unit_id = any ((select app_units())::int[]) and e.mid = (select app_mid()) and e.until > now()))))
  );
create policy add on device_log for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and recorded_by = (select app_mid())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );

create policy system_all on diagnosis to teleward_system using (true) with check (true);
create policy see on diagnosis for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  );
create policy add on diagnosis for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and (author_mid = (select app_mid()) or prepares_for(author_mid, (select app_partner()), (select app_mid())))
  );
create policy change on diagnosis for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and (author_mid = (select app_mid()) or prepares_for(author_mid, (select app_partner()), (select app_mid())))
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and (author_mid = (select app_mid()) or prepares_for(author_mid, (select app_partner()), (select app_mid())))
  );
create policy remove on diagnosis for delete to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and (author_mid = (select app_mid()) or prepares_for(author_mid, (select app_partner()), (select app_mid())))
  );

create policy system_all on diet_advice to teleward_system using (true) with check (true);
create policy see on diet_advice for select to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or diet_advice.pid is null or takes_part(diet_advice.pid, (select app_partner()), (select app_mid())))
    and ((select app_right('diet.read')) = 'y' or ((select app_right('diet.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy add on diet_advice for insert to teleward_app with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and ((select app_right('diet.advise')) = 'y' or ((select app_right('diet.advise')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and mid = (select app_mid())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy change on diet_advice for update to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and ((select app_right('diet.advise')) = 'y' or ((select app_right('diet.advise')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
  ) with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );

create policy system_all on diet_course to teleward_system using (true) with check (true);
create policy see on diet_course for select to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or diet_course.pid is null or takes_part(diet_course.pid, (select app_partner()), (select app_mid())))
    and ((select app_right('diet.read')) = 'y' or ((select app_right('diet.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
  );
create policy add on diet_course for insert to teleward_app with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and ((select app_right('diet.advise')) = 'y' or ((select app_right('diet.advise')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and began_by = (select app_mid())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy change on diet_course for update to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and ((select app_right('diet.advise')) = 'y' or ((select app_right('diet.advise')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
  ) with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on diet_food to teleward_system using (true) with check (true);
create policy see on diet_food for select to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or diet_food.pid is null or takes_part(diet_food.pid, (select app_partner()), (select app_mid())))
    and ((select app_right('diet.read')) = 'y' or ((select app_right('diet.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy add on diet_food for insert to teleward_app with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and ((select app_right('diet.advise')) = 'y' or ((select app_right('diet.advise')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and mid = (select app_mid())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy change on diet_food for update to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and ((select app_right('diet.advise')) = 'y' or ((select app_right('diet.advise')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
  ) with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );

create policy system_all on diet_meal to teleward_system using (true) with check (true);
create policy see on diet_meal for select to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or diet_meal.pid is null or takes_part(diet_meal.pid, (select app_partner()), (select app_mid())))
    and ((select app_right('diet.read')) = 'y' or ((select app_right('diet.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy add on diet_meal for insert to teleward_app with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and ((select app_right('diet.advise')) = 'y' or ((select app_right('diet.advise')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and mid = (select app_mid())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy change on diet_meal for update to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and ((select app_right('diet.advise')) = 'y' or ((select app_right('diet.advise')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
  ) with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );

create policy system_all on diet_target to teleward_system using (true) with check (true);
create policy see on diet_target for select to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or diet_target.pid is null or takes_part(diet_target.pid, (select app_partner()), (select app_mid())))
    and ((select app_right('diet.read')) = 'y' or ((select app_right('diet.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy add on diet_target for insert to teleward_app with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and ((select app_right('diet.advise')) = 'y' or ((select app_right('diet.advise')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and mid = (select app_mid())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy change on diet_target for update to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and ((select app_right('diet.advise')) = 'y' or ((select app_right('diet.advise')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
  ) with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );

create policy system_all on doctor_day to teleward_system using (true) with check (true);

create policy system_all on doctor_fee to teleward_system using (true) with check (true);
create policy see on doctor_fee for select to teleward_app using (
    partner_id = (select app_partner())
  );
create policy add on doctor_fee for insert to teleward_app with check (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy change on doctor_fee for update to teleward_app using (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  ) with check (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );

create policy system_all on doctor_fee_version to teleward_system using (true) with check (true);
create policy see on doctor_fee_version for select to teleward_app using (
    partner_id = (select app_partner())
  );
create policy add on doctor_fee_version for insert to teleward_app with check (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );

create policy system_all on drive_file to teleward_system using (true) with check (true);
create policy see on drive_file for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (at_unit is null or at_unit = any ((select app_units())::int[]))
  );
create policy add on drive_file for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (at_unit is null or at_unit = any ((select app_units())::int[]))
    and mid = (select app_mid())
  );
create policy change on drive_file for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (at_unit is null or at_unit = any ((select app_units())::int[]))
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (at_unit is null or at_unit = any ((select app_units())::int[]))
  );

create policy system_all on ecg to teleward_system using (true) with check (true);
create policy see on ecg for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (ecg.recorded_by = (select app_mid()) or (((select app_right('monitor.read')) = 'y' or ((select app_right('monitor.read')) = 'o' and own_patient(ecg.pid, (select app_partner()), (select app_mid())))) and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(ecg.pid, (select app_partner()), (select app_mid()))) and (exists (select 1 from consent c where c.pid = ecg.pid and c.partner_id = (select app_partner()) and c.unit_id = any ((select app_units())::int[]) and c.kind = 'record' and c.state = 'active' and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now())) or exists (select 1 from emergency_access e where e.pid = ecg.pid and e.partner_id = (select app_partner()) and e.unit_id = any ((select app_units())::int[]) and e.mid = (select app_mid()) and e.until > now()))))
  );
create policy add on ecg for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and recorded_by = (select app_mid())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );

create policy system_all on emergency_access to teleward_system using (true) with check (true);
create policy see on emergency_access for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or emergency_access.pid is null or takes_part(emergency_access.pid, (select app_partner()), (select app_mid())))
  );
create policy add on emergency_access for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on event_log to teleward_system using (true) with check (true);
create policy add on event_log for insert to teleward_app with check (
    true
  );

create policy system_all on external_report to teleward_system using (true) with check (true);
create policy see on external_report for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (external_report.mid = (select app_mid()) or ((((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or external_report.pid is null or takes_part(external_report.pid, (select app_partner()), (select app_mid()))) and ((select app_right('file.read')) = 'y' or ((select app_right('file.read')) = 'o' and own_patient(external_report.pid, (select app_partner()), (select app_mid())))) and record_open(external_report.pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  );
create policy add on external_report for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and mid = (select app_mid())
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy change on external_report for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (external_report.mid = (select app_mid()) or ((((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or external_report.pid is null or takes_part(external_report.pid, (select app_partner()), (select app_mid()))) and ((select app_right('file.read')) = 'y' or ((select app_right('file.read')) = 'o' and own_patient(external_report.pid, (select app_partner()), (select app_mid())))) and record_open(external_report.pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (external_report.mid = (select app_mid()) or ((((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or external_report.pid is null or takes_part(external_report.pid, (select app_partner()), (select app_mid()))) and ((select app_right('file.read')) = 'y' or ((select app_right('file.read')) = 'o' and own_patient(external_report.pid, (select app_partner()), (select app_mid())))) and record_open(external_report.pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  );

create policy system_all on fee_exemption to teleward_system using (true) with check (true);
create policy see on fee_exemption for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or fee_exemption.pid is null or takes_part(fee_exemption.pid, (select app_partner()), (select app_mid())))
  );
create policy add on fee_exemption for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );
create policy change on fee_exemption for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on feedback to teleward_system using (true) with check (true);
create policy see on feedback for select to teleward_app using (
    (((select app_kind()) = 'staff' and mid = (select app_mid()) and partner_id = (select app_partner())) or app_administers('partner', partner_id))
  );
create policy add on feedback for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy change on feedback for update to teleward_app using (
    app_administers('partner', partner_id)
  ) with check (
    app_administers('partner', partner_id)
    and answered_by = (select app_mid())
  );

create policy system_all on file_finding to teleward_system using (true) with check (true);
create policy see on file_finding for select to teleward_app using (
    exists (select 1 from medical_file f where f.id = file_finding.file_id)
  );
create policy add on file_finding for insert to teleward_app with check (
    mid = (select app_mid())
    and exists (select 1 from medical_file f where f.id = file_finding.file_id and (f.pid is null or f.unit_id = any ((select app_units())::int[])))
  );

create policy system_all on form_answer to teleward_system using (true) with check (true);
create policy see on form_answer for select to teleward_app using (
    (((select app_kind()) = 'link' and form_answer.pid = (select app_pid())) or ((select app_kind()) = 'staff' and form_answer.partner_id = (select app_partner()) and form_answer.unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or form_answer.pid is null or ((form_answer.unit_id::bigint << 32) | form_answer.pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (select app_right('form.collect')) = 'y' and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or form_answer.pid is null or takes_part(form_answer.pid, (select app_partner()), (select app_mid())))))
  );
create policy add on form_answer for insert to teleward_app with check (
    (((select app_kind()) = 'link' and pid = (select app_pid())) or ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (select app_right('form.collect')) = 'y'))
  );

create policy system_all on form_response to teleward_system using (true) with check (true);
create policy see on form_response for select to teleward_app using (
    (((select app_kind()) = 'link' and form_response.pid = (select app_pid())) or ((select app_kind()) = 'staff' and form_response.partner_id = (select app_partner()) and form_response.unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or form_response.pid is null or ((form_response.unit_id::bigint << 32) | form_response.pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (select app_right('form.collect')) = 'y' and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or form_response.pid is null or takes_part(form_response.pid, (select app_partner()), (select app_mid())))))
  );
create policy add on form_response for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('form.collect')) = 'y'
    and sent_by = (select app_mid())
  );
create policy change on form_response for update to teleward_app using (
    (((select app_kind()) = 'link' and form_response.pid = (select app_pid())) or ((select app_kind()) = 'staff' and form_response.partner_id = (select app_partner()) and form_response.unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or form_response.pid is null or ((form_response.unit_id::bigint << 32) | form_response.pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (select app_right('form.collect')) = 'y' and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or form_response.pid is null or takes_part(form_response.pid, (select app_partner()), (select app_mid())))))
  ) with check (
    (((select app_kind()) = 'link' and pid = (select app_pid())) or ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (select app_right('form.collect')) = 'y'))
  );

create policy system_all on guest_link to teleward_system using (true) with check (true);
create policy see on guest_link for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or guest_link.pid is null or takes_part(guest_link.pid, (select app_partner()), (select app_mid())))
  );
create policy add on guest_link for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and created_by = (select app_mid())
  );
create policy change on guest_link for update to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  ) with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on handoff to teleward_system using (true) with check (true);
create policy see on handoff for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (((select app_mid()) in (giver_mid, recipient_mid) or (select app_mid()) = any (through)) or (unit_id = any ((select app_units())::int[]) and pid is not null and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and ((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  );
create policy add on handoff for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and giver_mid = (select app_mid())
    and (pid is null or (unit_id = any ((select app_units())::int[]) and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  );
create policy change on handoff for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_mid()) in (giver_mid, recipient_mid)
  ) with check (
    partner_id = (select app_partner())
    and ((select app_mid()) in (giver_mid, recipient_mid) or (select app_mid()) = any (through))
  );

create policy system_all on handoff_event to teleward_system using (true) with check (true);
create policy see on handoff_event for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from handoff h where h.id = handoff_event.handoff_id and ((select app_mid()) in (h.giver_mid, h.recipient_mid) or (select app_mid()) = any (h.through)))
  );
create policy add on handoff_event for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and mid = (select app_mid())
    and action <> 'late'
    and exists (select 1 from handoff h where h.id = handoff_event.handoff_id and h.partner_id = handoff_event.partner_id and ((select app_mid()) in (h.giver_mid, h.recipient_mid) or (select app_mid()) = any (h.through)))
  );

create policy system_all on handover to teleward_system using (true) with check (true);

create policy system_all on handover_key to teleward_system using (true) with check (true);

create policy system_all on health_check to teleward_system using (true) with check (true);
create policy see on health_check for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(health_check.pid, (select app_partner()), (select app_mid())))
  );
create policy add on health_check for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(health_check.pid, (select app_partner()), (select app_mid())))
    and started_by = (select app_mid())
  );
create policy change on health_check for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(health_check.pid, (select app_partner()), (select app_mid())))
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(health_check.pid, (select app_partner()), (select app_mid())))
  );

create policy system_all on health_check_file to teleward_system using (true) with check (true);
create policy see on health_check_file for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(health_check_file.pid, (select app_partner()), (select app_mid())))
  );
create policy add on health_check_file for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(health_check_file.pid, (select app_partner()), (select app_mid())))
    and added_by = (select app_mid())
  );

create policy system_all on health_check_remark to teleward_system using (true) with check (true);
create policy see on health_check_remark for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and ((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy add on health_check_remark for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and ((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and mid = (select app_mid())
  );

create policy system_all on health_check_result to teleward_system using (true) with check (true);
create policy see on health_check_result for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and ((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );

create policy system_all on health_check_value to teleward_system using (true) with check (true);
create policy see on health_check_value for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(health_check_value.pid, (select app_partner()), (select app_mid())))
  );
create policy add on health_check_value for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(health_check_value.pid, (select app_partner()), (select app_mid())))
    and recorded_by = (select app_mid())
  );

create policy system_all on health_data_batch to teleward_system using (true) with check (true);
create policy see on health_data_batch for select to teleward_app using (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy add on health_data_batch for insert to teleward_app with check (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );

create policy system_all on idempotency_key to teleward_system using (true) with check (true);
create policy see on idempotency_key for select to teleward_app using (
    true
  );
create policy add on idempotency_key for insert to teleward_app with check (
    true
  );
create policy change on idempotency_key for update to teleward_app using (
    true
  ) with check (
    true
  );

create policy system_all on last_measurement to teleward_system using (true) with check (true);
create policy see on last_measurement for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (last_measurement.recorded_by = (select app_mid()) or (((select app_right('monitor.read')) = 'y' or ((select app_right('monitor.read')) = 'o' and own_patient(last_measurement.pid, (select app_partner()), (select app_mid())))) and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(last_measurement.pid, (select app_partner()), (select app_mid()))) and (exists (select 1 from consent c where c.pid = last_measurement.pid and c.partner_id = (select app_partner()) and c.unit_id = any ((select app_units())::int[]) and c.kind = 'record' and c.state = 'active' and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now())) or exists (select 1 from emergency_access e where e.pid = last_measurement.pid and e.partner_id = (select app_partner()) and e.unit_id = any ((select app_units())::int[]) and e.mid = (select app_mid()) and e.until > now()))))
  );

create policy system_all on line_binding to teleward_system using (true) with check (true);
create policy see on line_binding for select to teleward_app using (
    mid = (select app_mid())
  );
create policy add on line_binding for insert to teleward_app with check (
    mid = (select app_mid())
  );
create policy change on line_binding for update to teleward_app using (
    mid = (select app_mid())
  ) with check (
    mid = (select app_mid())
  );

create policy system_all on line_request to teleward_system using (true) with check (true);

create policy system_all on login_log to teleward_system using (true) with check (true);
create policy see on login_log for select to teleward_app using (
    mid = (select app_mid())
  );

create policy system_all on medical_file to teleward_system using (true) with check (true);
create policy see on medical_file for select to teleward_app using (
    (((select app_kind()) = 'staff' and medical_file.partner_id = (select app_partner()) and (medical_file.pid is null or (medical_file.partner_id = (select app_partner()) and medical_file.unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or medical_file.pid is null or ((medical_file.unit_id::bigint << 32) | medical_file.pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])))) and (medical_file.mid = (select app_mid()) or ((((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or medical_file.pid is null or takes_part(medical_file.pid, (select app_partner()), (select app_mid()))) and ((select app_right('file.read')) = 'y' or ((select app_right('file.read')) = 'o' and own_patient(medical_file.pid, (select app_partner()), (select app_mid())))) and record_open(medical_file.pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))) or ((select app_kind()) = 'staff' and medical_file.partner_id = (select app_partner()) and (select app_right('opinion.use')) = 'y' and medical_file.id = any ((select opinion_shown((select app_partner()), (select app_mid()), 'file'))::uuid[])))
  );
create policy add on medical_file for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and mid = (select app_mid())
    and (pid is null or (unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  );
create policy change on medical_file for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (pid is null or (partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))))
    and (medical_file.mid = (select app_mid()) or ((((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or medical_file.pid is null or takes_part(medical_file.pid, (select app_partner()), (select app_mid()))) and ((select app_right('file.read')) = 'y' or ((select app_right('file.read')) = 'o' and own_patient(medical_file.pid, (select app_partner()), (select app_mid())))) and record_open(medical_file.pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (pid is null or (unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  );

create policy system_all on member to teleward_system using (true) with check (true);
create policy see on member for select to teleward_app using (
    (((select app_kind()) = 'link' and member.pid = (select app_pid())) or ((select app_kind()) = 'staff' and (((select app_right('appointment.read')) = 'y' and exists (select 1 from member_unit mu where mu.pid = member.pid and mu.status = 'active')) or ((select app_right('appointment.read')) <> 'y' and member_visible(member.pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))) or ((select app_right('appointment.read')) = 'o' and app_granted_patient(member.pid)))
  );
create policy add on member for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy change on member for update to teleward_app using (
    (((select app_kind()) = 'link' and member.pid = (select app_pid())) or ((select app_kind()) = 'staff' and (((select app_right('appointment.read')) = 'y' and exists (select 1 from member_unit mu where mu.pid = member.pid and mu.status = 'active')) or ((select app_right('appointment.read')) <> 'y' and member_visible(member.pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))))
  ) with check (
    (select app_kind()) = 'staff'
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );

create policy system_all on member_claim to teleward_system using (true) with check (true);

create policy system_all on member_history to teleward_system using (true) with check (true);
create policy see on member_history for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or member_history.pid is null or takes_part(member_history.pid, (select app_partner()), (select app_mid())))
    and (((select app_kind()) = 'link' and pid = (select app_pid())) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  );
create policy add on member_history for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_kind()) = 'staff'
    and (select app_right('emr.read')) in ('y', 'o')
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy change on member_history for update to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_kind()) = 'staff'
    and (select app_right('emr.read')) in ('y', 'o')
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  ) with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_kind()) = 'staff'
    and (select app_right('emr.read')) in ('y', 'o')
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );

create policy system_all on member_import to teleward_system using (true) with check (true);
create policy see on member_import for select to teleward_app using (
    mid = (select app_mid())
    and partner_id = (select app_partner())
    and at_unit = any ((select app_units())::int[])
  );
create policy add on member_import for insert to teleward_app with check (
    mid = (select app_mid())
    and partner_id = (select app_partner())
    and at_unit = any ((select app_units())::int[])
  );
create policy change on member_import for update to teleward_app using (
    mid = (select app_mid())
    and partner_id = (select app_partner())
    and at_unit = any ((select app_units())::int[])
  ) with check (
    mid = (select app_mid())
    and partner_id = (select app_partner())
    and at_unit = any ((select app_units())::int[])
  );

create policy system_all on member_merge to teleward_system using (true) with check (true);
create policy see on member_merge for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and units <@ (select app_units())::int[]
  );

create policy system_all on member_merge_row to teleward_system using (true) with check (true);

create policy system_all on member_messenger to teleward_system using (true) with check (true);
create policy see on member_messenger for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and app_member_visible(pid)
  );
create policy remove on member_messenger for delete to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and app_member_visible(pid)
  );

create policy system_all on member_messenger_request to teleward_system using (true) with check (true);

create policy system_all on member_partner to teleward_system using (true) with check (true);
create policy see on member_partner for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from member_unit mu where mu.pid = member_partner.pid and mu.partner_id = member_partner.partner_id)
  );

create policy system_all on member_token to teleward_system using (true) with check (true);
create policy see on member_token for select to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(member_token.pid, (select app_partner()), (select app_mid())))
  );

create policy system_all on member_unit to teleward_system using (true) with check (true);
create policy see on member_unit for select to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or member_unit.pid is null or takes_part(member_unit.pid, (select app_partner()), (select app_mid())))
  );
create policy add on member_unit for insert to teleward_app with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
  );
create policy change on member_unit for update to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
  ) with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
  );

create policy system_all on monitor_alert to teleward_system using (true) with check (true);
create policy see on monitor_alert for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and ((select app_right('monitor.read')) = 'y' or ((select app_right('monitor.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(monitor_alert.pid, (select app_partner()), (select app_mid())))
    and (exists (select 1 from consent c where c.pid = monitor_alert.pid and c.partner_id = (select app_partner()) and c.unit_id = any ((select app_units())::int[]) and c.kind = 'record' and c.state = 'active' and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now())) or exists (select 1 from emergency_access e where e.pid = monitor_alert.pid and e.partner_id = (select app_partner()) and e.unit_id = any ((select app_units())::int[]) and e.mid = (select app_mid()) and e.until > now()))
  );
create policy change on monitor_alert for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and ((select app_right('monitor.read')) = 'y' or ((select app_right('monitor.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(monitor_alert.pid, (select app_partner()), (select app_mid())))
    and (exists (select 1 from consent c where c.pid = monitor_alert.pid and c.partner_id = (select app_partner()) and c.unit_id = any ((select app_units())::int[]) and c.kind = 'record' and c.state = 'active' and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now())) or exists (select 1 from emergency_access e where e.pid = monitor_alert.pid and e.partner_id = (select app_partner()) and e.unit_id = any ((select app_units())::int[]) and e.mid = (select app_mid()) and e.until > now()))
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and ((select app_right('monitor.read')) = 'y' or ((select app_right('monitor.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(monitor_alert.pid, (select app_partner()), (select app_mid())))
    and (exists (select 1 from consent c where c.pid = monitor_alert.pid and c.partner_id = (select app_partner()) and c.unit_id = any ((select app_units())::int[]) and c.kind = 'record' and c.state = 'active' and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now())) or exists (select 1 from emergency_access e where e.pid = monitor_alert.pid and e.partner_id = (select app_partner()) and e.unit_id = any ((select app_units())::int[]) and e.mid = (select app_mid()) and e.until > now()))
  );

create policy system_all on monitor_alert_mute to teleward_system using (true) with check (true);
create policy see on monitor_alert_mute for select to teleward_app using (
    exists (select 1 from monitor_alert a where a.id = monitor_alert_mute.alert_id)
  );
create policy add on monitor_alert_mute for insert to teleward_app with check (
    mid = (select app_mid())
    and exists (select 1 from monitor_alert a where a.id = monitor_alert_mute.alert_id)
  );
create policy change on monitor_alert_mute for update to teleward_app using (
    exists (select 1 from monitor_alert a where a.id = monitor_alert_mute.alert_id)
  ) with check (
    exists (select 1 from monitor_alert a where a.id = monitor_alert_mute.alert_id)
  );

create policy system_all on monitor_alert_note to teleward_system using (true) with check (true);
create policy see on monitor_alert_note for select to teleward_app using (
    exists (select 1 from monitor_alert a where a.id = monitor_alert_note.alert_id)
  );
create policy add on monitor_alert_note for insert to teleward_app with check (
    mid = (select app_mid())
    and exists (select 1 from monitor_alert a where a.id = monitor_alert_note.alert_id)
  );

create policy system_all on monitor_group to teleward_system using (true) with check (true);
create policy see on monitor_group for select to teleward_app using (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  );
create policy add on monitor_group for insert to teleward_app with check (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  );
create policy change on monitor_group for update to teleward_app using (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  ) with check (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  );

create policy system_all on monitor_group_member to teleward_system using (true) with check (true);
create policy see on monitor_group_member for select to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or monitor_group_member.pid is null or takes_part(monitor_group_member.pid, (select app_partner()), (select app_mid())))
  );
create policy add on monitor_group_member for insert to teleward_app with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_may('monitor'))
  );
create policy change on monitor_group_member for update to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_may('monitor'))
  ) with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_may('monitor'))
  );

create policy system_all on monitor_group_staff to teleward_system using (true) with check (true);
create policy see on monitor_group_staff for select to teleward_app using (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  );
create policy add on monitor_group_staff for insert to teleward_app with check (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  );
create policy change on monitor_group_staff for update to teleward_app using (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  ) with check (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  );
create policy remove on monitor_group_staff for delete to teleward_app using (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  );

create policy system_all on monitor_off to teleward_system using (true) with check (true);
create policy see on monitor_off for select to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or monitor_off.pid is null or takes_part(monitor_off.pid, (select app_partner()), (select app_mid())))
  );
create policy add on monitor_off for insert to teleward_app with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_may('monitor'))
  );
create policy change on monitor_off for update to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_may('monitor'))
  ) with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_may('monitor'))
  );

create policy system_all on monitor_own to teleward_system using (true) with check (true);
create policy see on monitor_own for select to teleward_app using (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_may('monitor'))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or monitor_own.pid is null or takes_part(monitor_own.pid, (select app_partner()), (select app_mid())))
  );
create policy add on monitor_own for insert to teleward_app with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_may('monitor'))
    and set_by = (select app_mid())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );

create policy system_all on monitor_rule to teleward_system using (true) with check (true);
create policy see on monitor_rule for select to teleward_app using (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  );
create policy add on monitor_rule for insert to teleward_app with check (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  );
create policy change on monitor_rule for update to teleward_app using (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  ) with check (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  );
create policy remove on monitor_rule for delete to teleward_app using (
    partner_id = (select app_partner())
    and app_groups_unit(at_unit)
  );

create policy system_all on note to teleward_system using (true) with check (true);
create policy see on note for select to teleward_app using (
    (((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))) or ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and (select app_right('opinion.use')) = 'y' and id = any ((select opinion_shown((select app_partner()), (select app_mid()), 'note'))::uuid[])))
  );
create policy add on note for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and (author_mid = (select app_mid()) or prepares_for(author_mid, (select app_partner()), (select app_mid())))
  );
create policy change on note for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and (author_mid = (select app_mid()) or prepares_for(author_mid, (select app_partner()), (select app_mid())))
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and (author_mid = (select app_mid()) or prepares_for(author_mid, (select app_partner()), (select app_mid())))
  );
create policy remove on note for delete to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and (author_mid = (select app_mid()) or prepares_for(author_mid, (select app_partner()), (select app_mid())))
  );

create policy system_all on note_suggestion to teleward_system using (true) with check (true);
create policy see on note_suggestion for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and asked_by = (select app_mid())
  );
create policy add on note_suggestion for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and asked_by = (select app_mid())
  );
create policy change on note_suggestion for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and asked_by = (select app_mid())
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and asked_by = (select app_mid())
  );

create policy system_all on note_template to teleward_system using (true) with check (true);
create policy see on note_template for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (note_template.owner_mid = (select app_mid()) or note_template.division = (select sp.division from staff_partner sp where sp.mid = (select app_mid()) and sp.partner_id = (select app_partner())))
  );
create policy add on note_template for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and owner_mid = (select app_mid())
    and (note_template.division is null or note_template.division = (select sp.division from staff_partner sp where sp.mid = (select app_mid()) and sp.partner_id = (select app_partner())))
  );
create policy change on note_template for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and owner_mid = (select app_mid())
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and owner_mid = (select app_mid())
    and (note_template.division is null or note_template.division = (select sp.division from staff_partner sp where sp.mid = (select app_mid()) and sp.partner_id = (select app_partner())))
  );
create policy remove on note_template for delete to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and owner_mid = (select app_mid())
  );

create policy system_all on note_version to teleward_system using (true) with check (true);
create policy see on note_version for select to teleward_app using (
    (((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))) or ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and (select app_right('opinion.use')) = 'y' and note_id = any ((select opinion_shown((select app_partner()), (select app_mid()), 'note'))::uuid[])))
  );
create policy add on note_version for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and (author_mid = (select app_mid()) or prepares_for(author_mid, (select app_partner()), (select app_mid())))
  );

create policy system_all on notice to teleward_system using (true) with check (true);
create policy see on notice for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and ((partner_id = (select app_partner()) and (author_mid = (select app_mid()) or ((select app_right('notice.send')) = 'y' and at_unit = any ((select app_units())::int[])))) or app_notice_to_me(id))
  );
create policy add on notice for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and author_mid = (select app_mid())
    and (select app_right('notice.send')) = 'y'
    and at_unit = any ((select app_units())::int[])
    and state in ('waiting')
  );
create policy change on notice for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('notice.send')) = 'y'
    and partner_id = (select app_partner())
    and (author_mid = (select app_mid()) or ((select app_right('notice.send')) = 'y' and at_unit = any ((select app_units())::int[])))
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('notice.send')) = 'y'
    and partner_id = (select app_partner())
    and (author_mid = (select app_mid()) or ((select app_right('notice.send')) = 'y' and at_unit = any ((select app_units())::int[])))
  );

create policy system_all on notice_recipient to teleward_system using (true) with check (true);
create policy see on notice_recipient for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (notice_recipient.mid = (select app_mid()) or exists (select 1 from notice n where n.id = notice_recipient.notice_id and (n.author_mid = (select app_mid()) or ((select app_right('notice.send')) = 'y' and n.at_unit = any ((select app_units())::int[])))))
  );
create policy add on notice_recipient for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from notice n where n.id = notice_recipient.notice_id and (n.author_mid = (select app_mid()) or ((select app_right('notice.send')) = 'y' and n.at_unit = any ((select app_units())::int[]))))
    and ((to_pid is null and app_colleague(mid)) or (mid is null and of_unit = any ((select app_units())::int[]) and app_member_visible(to_pid)))
    and state in ('waiting')
  );
create policy change on notice_recipient for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and mid = (select app_mid())
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and mid = (select app_mid())
  );
create policy remove on notice_recipient for delete to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from notice n where n.id = notice_recipient.notice_id and (n.author_mid = (select app_mid()) or ((select app_right('notice.send')) = 'y' and n.at_unit = any ((select app_units())::int[]))))
  );

create policy system_all on notification to teleward_system using (true) with check (true);
create policy see on notification for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and mid = (select app_mid())
  );
create policy add on notification for insert to teleward_app with check (
    partner_id = (select app_partner())
    and app_colleague(mid)
  );
create policy change on notification for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and mid = (select app_mid())
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and mid = (select app_mid())
  );

create policy system_all on nurse_binding to teleward_system using (true) with check (true);
create policy see on nurse_binding for select to teleward_app using (
    (partner_id = (select app_partner()) or (select app_operator()))
  );
create policy add on nurse_binding for insert to teleward_app with check (
    app_binds(partner_id, did, mid)
  );
create policy remove on nurse_binding for delete to teleward_app using (
    app_binds(partner_id, did, mid)
  );

create policy system_all on opinion to teleward_system using (true) with check (true);
create policy see on opinion for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (((select app_right('opinion.use')) = 'y' and invited_mid = (select app_mid())) or (partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (inviter_mid = (select app_mid()) or (state in ('done') and ((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))))
  );
create policy add on opinion for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('opinion.use')) = 'y'
    and inviter_mid = (select app_mid())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
    and ((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy change on opinion for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('opinion.use')) = 'y'
    and (invited_mid = (select app_mid()) or (unit_id = any ((select app_units())::int[]) and inviter_mid = (select app_mid())))
  ) with check (
    partner_id = (select app_partner())
    and (invited_mid = (select app_mid()) or (unit_id = any ((select app_units())::int[]) and inviter_mid = (select app_mid())))
  );

create policy system_all on opinion_answer to teleward_system using (true) with check (true);
create policy see on opinion_answer for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from opinion o where o.id = opinion_answer.opinion_id and o.partner_id = opinion_answer.partner_id)
  );
create policy add on opinion_answer for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and signed_by = (select app_mid())
    and exists (select 1 from opinion o where o.id = opinion_answer.opinion_id and o.partner_id = opinion_answer.partner_id and o.invited_mid = (select app_mid()))
  );

create policy system_all on opinion_record to teleward_system using (true) with check (true);
create policy see on opinion_record for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from opinion o where o.id = opinion_record.opinion_id and o.partner_id = opinion_record.partner_id and (o.inviter_mid = (select app_mid()) or (o.invited_mid = (select app_mid()) and o.state = 'inProcess')))
  );
create policy add on opinion_record for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from opinion o where o.id = opinion_record.opinion_id and o.partner_id = opinion_record.partner_id and o.inviter_mid = (select app_mid()))
  );

create policy system_all on outbox_event to teleward_system using (true) with check (true);

create policy system_all on outbox_message to teleward_system using (true) with check (true);
create policy see on outbox_message for select to teleward_app using (
    (select app_right('outbox.read')) = 'y'
    and (select app_kind()) = 'staff'
    and ((partner_id = (select app_partner()) and (for_unit is null or for_unit = any ((select app_units())::int[]))) or (for_unit is null and (select app_operator()) and (select app_may('partner')) and partner_id = any ((select unadministered_institutions())::int[])))
  );
create policy add on outbox_message for insert to teleward_app with check (
    partner_id = (select app_partner())
    and state in ('queued')
  );

create policy system_all on outside_institution to teleward_system using (true) with check (true);
create policy see on outside_institution for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
  );
create policy add on outside_institution for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and made_by = (select app_mid())
  );
create policy change on outside_institution for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
  );

create policy system_all on partner to teleward_system using (true) with check (true);
create policy see on partner for select to teleward_app using (
    (id = (select app_partner()) or (select app_operator()))
  );
create policy add on partner for insert to teleward_app with check (
    (select app_operator())
    and (select app_may('partner'))
  );
create policy change on partner for update to teleward_app using (
    (app_administers('partner', id) or app_administers('ui', id))
  ) with check (
    (app_administers('partner', id) or app_administers('ui', id))
  );

create policy system_all on password_reset to teleward_system using (true) with check (true);

create policy system_all on payment to teleward_system using (true) with check (true);
create policy see on payment for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or payment.pid is null or takes_part(payment.pid, (select app_partner()), (select app_mid())))
  );
create policy add on payment for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );
create policy change on payment for update to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  ) with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on pharmacy to teleward_system using (true) with check (true);
create policy see on pharmacy for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
  );

create policy system_all on phone_undo to teleward_system using (true) with check (true);

create policy system_all on preference to teleward_system using (true) with check (true);
create policy see on preference for select to teleward_app using (
    mid = (select app_mid())
  );
create policy add on preference for insert to teleward_app with check (
    mid = (select app_mid())
  );
create policy change on preference for update to teleward_app using (
    mid = (select app_mid())
  ) with check (
    mid = (select app_mid())
  );

create policy system_all on prescription_line to teleward_system using (true) with check (true);
create policy see on prescription_line for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  );
create policy add on prescription_line for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and (author_mid = (select app_mid()) or prepares_for(author_mid, (select app_partner()), (select app_mid())))
  );
create policy change on prescription_line for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and (author_mid = (select app_mid()) or prepares_for(author_mid, (select app_partner()), (select app_mid())))
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and (author_mid = (select app_mid()) or prepares_for(author_mid, (select app_partner()), (select app_mid())))
  );
create policy remove on prescription_line for delete to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and (author_mid = (select app_mid()) or prepares_for(author_mid, (select app_partner()), (select app_mid())))
  );

create policy system_all on prescription_sending to teleward_system using (true) with check (true);
create policy see on prescription_sending for select to teleward_app using (
    (((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))) or ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (select app_right('prescription.dispense')) = 'y' and to_unit = any ((select app_units())::int[])))
  );
create policy add on prescription_sending for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and author_mid = (select app_mid())
    and (select app_right('prescription.write')) = 'y'
  );
create policy change on prescription_sending for update to teleward_app using (
    (((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y'))) and author_mid = (select app_mid()) and (select app_right('prescription.write')) = 'y') or ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (select app_right('prescription.dispense')) = 'y' and to_unit = any ((select app_units())::int[])))
  ) with check (
    (((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y'))) and author_mid = (select app_mid()) and (select app_right('prescription.write')) = 'y') or ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (select app_right('prescription.dispense')) = 'y' and to_unit = any ((select app_units())::int[])))
  );

create policy system_all on prescription_set to teleward_system using (true) with check (true);
create policy see on prescription_set for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (owner_mid = (select app_mid()) or shared or prepares_for(owner_mid, (select app_partner()), (select app_mid())))
  );
create policy add on prescription_set for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('prescription.write')) = 'y'
    and owner_mid = (select app_mid())
  );
create policy change on prescription_set for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('prescription.write')) = 'y'
    and owner_mid = (select app_mid())
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('prescription.write')) = 'y'
    and owner_mid = (select app_mid())
  );
create policy remove on prescription_set for delete to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('prescription.write')) = 'y'
    and owner_mid = (select app_mid())
  );

create policy system_all on presence to teleward_system using (true) with check (true);
create policy see on presence for select to teleward_app using (
    app_colleague(mid)
  );
create policy add on presence for insert to teleward_app with check (
    mid = (select app_mid())
  );
create policy change on presence for update to teleward_app using (
    app_colleague(mid)
  ) with check (
    mid = (select app_mid())
  );

create policy system_all on printed_document to teleward_system using (true) with check (true);
create policy see on printed_document for select to teleward_app using (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy add on printed_document for insert to teleward_app with check (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );

create policy system_all on privacy_acceptance to teleward_system using (true) with check (true);
create policy see on privacy_acceptance for select to teleward_app using (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy add on privacy_acceptance for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
    and partner_id = (select app_partner())
  );

create policy system_all on privacy_statement to teleward_system using (true) with check (true);
create policy see on privacy_statement for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
  );
create policy add on privacy_statement for insert to teleward_app with check (
    app_administers('partner', partner_id)
    and published_by = (select app_mid())
  );

create policy system_all on product to teleward_system using (true) with check (true);
create policy see on product for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and owner_mid = (select app_mid())
  );
create policy add on product for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and owner_mid = (select app_mid())
    and (select app_right('product.recommend')) = 'y'
  );
create policy change on product for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and owner_mid = (select app_mid())
    and (select app_right('product.recommend')) = 'y'
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and owner_mid = (select app_mid())
    and (select app_right('product.recommend')) = 'y'
  );

create policy system_all on product_sending to teleward_system using (true) with check (true);
create policy see on product_sending for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  );
create policy add on product_sending for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and author_mid = (select app_mid())
    and (select app_right('product.recommend')) = 'y'
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy change on product_sending for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and author_mid = (select app_mid())
    and (select app_right('product.recommend')) = 'y'
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and author_mid = (select app_mid())
    and (select app_right('product.recommend')) = 'y'
  );
create policy remove on product_sending for delete to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (author_mid = (select app_mid()) or (((select app_right('emr.read')) = 'y' or ((select app_right('emr.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid())))) and record_open(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
    and author_mid = (select app_mid())
    and (select app_right('product.recommend')) = 'y'
  );

create policy system_all on push_subscription to teleward_system using (true) with check (true);

create policy system_all on questionnaire to teleward_system using (true) with check (true);
create policy see on questionnaire for select to teleward_app using (
    (((select app_kind()) = 'staff' and (questionnaire.partner_id = (select app_partner()) or questionnaire.partner_id is null) and ((select app_right('form.build')) = 'y' or (select app_right('form.collect')) = 'y')) or ((select app_kind()) = 'link' and exists (select 1 from form_response r where r.questionnaire_id = questionnaire.id)))
  );
create policy add on questionnaire for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('form.build')) = 'y'
    and made_by = (select app_mid())
  );
create policy change on questionnaire for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('form.build')) = 'y'
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('form.build')) = 'y'
  );

create policy system_all on questionnaire_version to teleward_system using (true) with check (true);
create policy see on questionnaire_version for select to teleward_app using (
    (((select app_kind()) = 'staff' and (questionnaire_version.partner_id = (select app_partner()) or questionnaire_version.partner_id is null) and ((select app_right('form.build')) = 'y' or (select app_right('form.collect')) = 'y')) or ((select app_kind()) = 'link' and exists (select 1 from form_response r where r.questionnaire_id = questionnaire_version.questionnaire_id and r.number = questionnaire_version.number)))
  );
create policy add on questionnaire_version for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('form.build')) = 'y'
    and published_by = (select app_mid())
  );

create policy system_all on reading to teleward_system using (true) with check (true);
create policy see on reading for select to teleward_app using (
    (((select app_kind()) = 'staff' and reading.partner_id = (select app_partner()) and reading.unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or reading.pid is null or ((reading.unit_id::bigint << 32) | reading.pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and (reading.recorded_by = (select app_mid()) or (((select app_right('monitor.read')) = 'y' or ((select app_right('monitor.read')) = 'o' and own_patient(reading.pid, (select app_partner()), (select app_mid())))) and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(reading.pid, (select app_partner()), (select app_mid()))) and (exists (select 1 from consent c where c.pid = reading.pid and c.partner_id = (select app_partner()) and c.unit_id = any ((select app_units())::int[]) and c.kind = 'record' and c.state = 'active' and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now())) or exists (select 1 from emergency_access e where e.pid = reading.pid and e.partner_id = (select app_partner()) and e.unit_id = any ((select app_units())::int[]) and e.mid = (select app_mid()) and e.until > now()))))) or ((select app_kind()) = 'staff' and reading.partner_id = (select app_partner()) and (select app_right('opinion.use')) = 'y' and (reading.pid = any ((select opinion_patients((select app_partner()), (select app_mid())))::int[])
    and opinion_shows_reading((select app_partner()), (select app_mid()), reading.pid, reading.unit_id, reading.kind, reading.measured_at, reading.received_at))))
  );
create policy add on reading for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and recorded_by = (select app_mid())
    and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')
  );
create policy change on reading for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and ((select app_right('monitor.read')) = 'y' or ((select app_right('monitor.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(reading.pid, (select app_partner()), (select app_mid())))
    and (exists (select 1 from consent c where c.pid = reading.pid and c.partner_id = (select app_partner()) and c.unit_id = any ((select app_units())::int[]) and c.kind = 'record' and c.state = 'active' and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now())) or exists (select 1 from emergency_access e where e.pid = reading.pid and e.partner_id = (select app_partner()) and e.unit_id = any ((select app_units())::int[]) and e.mid = (select app_mid()) and e.until > now()))
    and (select app_right('event.operate')) = 'y'
    and withdrawn_at is null
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and ((select app_right('monitor.read')) = 'y' or ((select app_right('monitor.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(reading.pid, (select app_partner()), (select app_mid())))
    and (exists (select 1 from consent c where c.pid = reading.pid and c.partner_id = (select app_partner()) and c.unit_id = any ((select app_units())::int[]) and c.kind = 'record' and c.state = 'active' and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now())) or exists (select 1 from emergency_access e where e.pid = reading.pid and e.partner_id = (select app_partner()) and e.unit_id = any ((select app_units())::int[]) and e.mid = (select app_mid()) and e.until > now()))
    and (select app_right('event.operate')) = 'y'
    and withdrawn_by = (select app_mid())
  );

create policy system_all on reading_archive to teleward_system using (true) with check (true);

create policy system_all on reading_moved_out to teleward_system using (true) with check (true);
create policy see on reading_moved_out for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and ((select app_right('monitor.read')) = 'y' or ((select app_right('monitor.read')) = 'o' and own_patient(pid, (select app_partner()), (select app_mid()))))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(reading_moved_out.pid, (select app_partner()), (select app_mid())))
    and (exists (select 1 from consent c where c.pid = reading_moved_out.pid and c.partner_id = (select app_partner()) and c.unit_id = any ((select app_units())::int[]) and c.kind = 'record' and c.state = 'active' and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now())) or exists (select 1 from emergency_access e where e.pid = reading_moved_out.pid and e.partner_id = (select app_partner()) and e.unit_id = any ((select app_units())::int[]) and e.mid = (select app_mid()) and e.until > now()))
  );

create policy system_all on reading_version to teleward_system using (true) with check (true);
create policy see on reading_version for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (reading_version.recorded_by = (select app_mid()) or (((select app_right('monitor.read')) = 'y' or ((select app_right('monitor.read')) = 'o' and own_patient(reading_version.pid, (select app_partner()), (select app_mid())))) and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or own_patient(reading_version.pid, (select app_partner()), (select app_mid()))) and (exists (select 1 from consent c where c.pid = reading_version.pid and c.partner_id = (select app_partner()) and c.unit_id = any ((select app_units())::int[]) and c.kind = 'record' and c.state = 'active' and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now())) or exists (select 1 from emergency_access e where e.pid = reading_version.pid and e.partner_id = (select app_partner()) and e.unit_id = any ((select app_units())::int[]) and e.mid = (select app_mid()) and e.until > now()))))
  );

create policy system_all on recording to teleward_system using (true) with check (true);
create policy see on recording for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or recording.pid is null or takes_part(recording.pid, (select app_partner()), (select app_mid())))
  );
create policy add on recording for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );
create policy change on recording for update to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  ) with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on recording_segment to teleward_system using (true) with check (true);
create policy see on recording_segment for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or recording_segment.pid is null or takes_part(recording_segment.pid, (select app_partner()), (select app_mid())))
  );
create policy add on recording_segment for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );
create policy change on recording_segment for update to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  ) with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on referral to teleward_system using (true) with check (true);
create policy see on referral for select to teleward_app using (
    partner_id = (select app_partner())
    and (unit_id = any ((select app_units())::int[]) or to_unit = any ((select app_units())::int[]))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (to_unit is null or ((select app_kind()) <> 'staff' or pid is null or ((to_unit::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or referral.pid is null or takes_part(referral.pid, (select app_partner()), (select app_mid())))
  );
create policy add on referral for insert to teleward_app with check (
    partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and from_mid = (select app_mid())
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (to_unit is null or ((select app_kind()) <> 'staff' or pid is null or ((to_unit::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])))
  );
create policy change on referral for update to teleward_app using (
    partner_id = (select app_partner())
    and (unit_id = any ((select app_units())::int[]) or to_unit = any ((select app_units())::int[]))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (to_unit is null or ((select app_kind()) <> 'staff' or pid is null or ((to_unit::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])))
  ) with check (
    partner_id = (select app_partner())
    and ((unit_id = any ((select app_units())::int[]) and from_mid = (select app_mid())) or to_unit = any ((select app_units())::int[]))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (to_unit is null or ((select app_kind()) <> 'staff' or pid is null or ((to_unit::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])))
  );

create policy system_all on referral_file to teleward_system using (true) with check (true);
create policy see on referral_file for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from referral r where r.id = referral_file.referral_id and (r.from_mid = (select app_mid()) or r.state not in ('declined', 'withdrawn')))
  );
create policy add on referral_file for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from referral r where r.id = referral_file.referral_id and r.from_mid = (select app_mid()))
  );

create policy system_all on referral_link to teleward_system using (true) with check (true);
create policy see on referral_link for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from referral r where r.id = referral_link.referral_id and r.from_mid = (select app_mid()))
  );
create policy add on referral_link for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from referral r where r.id = referral_link.referral_id and r.from_mid = (select app_mid()))
    and made_by = (select app_mid())
  );
create policy change on referral_link for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from referral r where r.id = referral_link.referral_id and r.from_mid = (select app_mid()))
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from referral r where r.id = referral_link.referral_id and r.from_mid = (select app_mid()))
  );

create policy system_all on refresh_token to teleward_system using (true) with check (true);

create policy system_all on refund to teleward_system using (true) with check (true);
create policy see on refund for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or refund.pid is null or takes_part(refund.pid, (select app_partner()), (select app_mid())))
  );
create policy add on refund for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );
create policy change on refund for update to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  ) with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on room to teleward_system using (true) with check (true);
create policy see on room for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or room.pid is null or takes_part(room.pid, (select app_partner()), (select app_mid())))
  );
create policy add on room for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );
create policy change on room for update to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  ) with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on room_participant to teleward_system using (true) with check (true);
create policy see on room_participant for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or room_participant.pid is null or takes_part(room_participant.pid, (select app_partner()), (select app_mid())))
  );
create policy add on room_participant for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );
create policy change on room_participant for update to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  ) with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on schedule_entry to teleward_system using (true) with check (true);
create policy see on schedule_entry for select to teleward_app using (
    partner_id = (select app_partner())
  );
create policy add on schedule_entry for insert to teleward_app with check (
    partner_id = (select app_partner())
    and app_may_shift(did)
  );
create policy change on schedule_entry for update to teleward_app using (
    partner_id = (select app_partner())
    and app_may_shift(did)
  ) with check (
    partner_id = (select app_partner())
    and app_may_shift(did)
  );

create policy system_all on screening_fact to teleward_system using (true) with check (true);
create policy see on screening_fact for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
  );
create policy add on screening_fact for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and noted_by = (select app_mid())
  );

create policy system_all on screening_follow_up to teleward_system using (true) with check (true);
create policy see on screening_follow_up for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
  );
create policy add on screening_follow_up for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and begun_by = (select app_mid())
  );
create policy change on screening_follow_up for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
  );

create policy system_all on screening_invitation to teleward_system using (true) with check (true);
create policy see on screening_invitation for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
  );
create policy add on screening_invitation for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and invited_by = (select app_mid())
  );

create policy system_all on screening_report to teleward_system using (true) with check (true);
create policy see on screening_report for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and at_unit = any ((select app_units())::int[])
    and (select app_right('event.operate')) = 'y'
    and (select app_right('event.manage')) = 'y'
  );
create policy add on screening_report for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and at_unit = any ((select app_units())::int[])
    and (select app_right('event.operate')) = 'y'
    and (select app_right('event.manage')) = 'y'
    and reported_by = (select app_mid())
  );

create policy system_all on screening_result to teleward_system using (true) with check (true);
create policy see on screening_result for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
  );
create policy add on screening_result for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
    and recorded_by = (select app_mid())
  );
create policy change on screening_result for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[])
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (select app_right('event.operate')) = 'y'
  );

create policy system_all on second_step to teleward_system using (true) with check (true);

create policy system_all on server_state to teleward_system using (true) with check (true);

create policy system_all on session to teleward_system using (true) with check (true);

create policy system_all on settlement_line to teleward_system using (true) with check (true);
create policy see on settlement_line for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and ((select app_right('fee.partner')) = 'y' or ((select app_right('fee.own')) = 'y' and mid = (select app_mid())))
  );
create policy add on settlement_line for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('fee.partner')) = 'y'
    and mid <> (select app_mid())
    and kind in ('correction')
    and by_mid = (select app_mid())
  );

create policy system_all on settlement_month to teleward_system using (true) with check (true);
create policy see on settlement_month for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
  );

create policy system_all on settlement_payout to teleward_system using (true) with check (true);
create policy see on settlement_payout for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and ((select app_right('fee.partner')) = 'y' or ((select app_right('fee.own')) = 'y' and mid = (select app_mid())))
  );
create policy add on settlement_payout for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('fee.partner')) = 'y'
    and mid <> (select app_mid())
    and by_mid = (select app_mid())
  );

create policy system_all on settlement_rate to teleward_system using (true) with check (true);
create policy see on settlement_rate for select to teleward_app using (
    (select app_kind()) = 'staff'
    and (partner_id is null or partner_id = (select app_partner()))
  );
create policy add on settlement_rate for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('fee.partner')) = 'y'
    and added_by = (select app_mid())
  );

create policy system_all on settlement_remark to teleward_system using (true) with check (true);
create policy see on settlement_remark for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and ((select app_right('fee.partner')) = 'y' or ((select app_right('fee.own')) = 'y' and mid = (select app_mid())))
  );
create policy add on settlement_remark for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and ((select app_right('fee.partner')) = 'y' or ((select app_right('fee.own')) = 'y' and mid = (select app_mid())))
    and by_mid = (select app_mid())
  );

create policy system_all on settlement_statement to teleward_system using (true) with check (true);
create policy see on settlement_statement for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and ((select app_right('fee.partner')) = 'y' or ((select app_right('fee.own')) = 'y' and mid = (select app_mid())))
  );
create policy add on settlement_statement for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('fee.partner')) = 'y'
    and mid <> (select app_mid())
    and state in ('open')
  );
create policy change on settlement_statement for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('fee.partner')) = 'y'
    and mid <> (select app_mid())
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and (select app_right('fee.partner')) = 'y'
    and mid <> (select app_mid())
  );

create policy system_all on shift_change to teleward_system using (true) with check (true);
create policy see on shift_change for select to teleward_app using (
    partner_id = (select app_partner())
  );
create policy add on shift_change for insert to teleward_app with check (
    partner_id = (select app_partner())
    and app_may_shift(did)
  );
create policy change on shift_change for update to teleward_app using (
    partner_id = (select app_partner())
    and app_may_shift(did)
  ) with check (
    partner_id = (select app_partner())
    and app_may_shift(did)
  );

create policy system_all on sign_confirmation to teleward_system using (true) with check (true);

create policy system_all on signing_key to teleward_system using (true) with check (true);

create policy system_all on staff to teleward_system using (true) with check (true);
create policy see on staff for select to teleward_app using (
    (exists (select 1 from staff_partner sp where sp.mid = staff.mid and sp.partner_id = (select app_partner())) or (select app_operator()))
  );
create policy change on staff for update to teleward_app using (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
  ) with check (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
  );

create policy system_all on staff_bank to teleward_system using (true) with check (true);
create policy see on staff_bank for select to teleward_app using (
    (((select app_kind()) = 'staff' and mid = (select app_mid()) and partner_id = (select app_partner())) or ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and (select app_right('fee.partner')) = 'y'))
  );
create policy add on staff_bank for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
    and partner_id = (select app_partner())
  );

create policy system_all on staff_change to teleward_system using (true) with check (true);
create policy see on staff_change for select to teleward_app using (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy add on staff_change for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
    and partner_id = (select app_partner())
    and state in ('waiting')
  );
create policy change on staff_change for update to teleward_app using (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
    and partner_id = (select app_partner())
  ) with check (
    state in ('waiting')
  );

create policy system_all on staff_choice to teleward_system using (true) with check (true);
create policy see on staff_choice for select to teleward_app using (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy add on staff_choice for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy change on staff_choice for update to teleward_app using (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
    and partner_id = (select app_partner())
  ) with check (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
    and partner_id = (select app_partner())
  );

create policy system_all on staff_credential to teleward_system using (true) with check (true);

create policy system_all on staff_device to teleward_system using (true) with check (true);

create policy system_all on staff_grant to teleward_system using (true) with check (true);
create policy see on staff_grant for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and ((select app_mid()) in (grantor_mid, grantee_mid) or app_administers(grantor_mid))
  );
create policy add on staff_grant for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and grantor_mid = (select app_mid())
    and state in ('planned', 'active')
  );
create policy change on staff_grant for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and ((select app_mid()) in (grantor_mid, grantee_mid) or app_administers(grantor_mid))
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and ((select app_mid()) in (grantor_mid, grantee_mid) or app_administers(grantor_mid))
  );

create policy system_all on staff_grant_event to teleward_system using (true) with check (true);
create policy see on staff_grant_event for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and exists (select 1 from staff_grant g where g.id = staff_grant_event.grant_id)
  );

create policy system_all on staff_import to teleward_system using (true) with check (true);
create policy see on staff_import for select to teleward_app using (
    mid = (select app_mid())
    and (select app_may('partner'))
  );
create policy add on staff_import for insert to teleward_app with check (
    mid = (select app_mid())
    and (select app_may('partner'))
  );
create policy change on staff_import for update to teleward_app using (
    mid = (select app_mid())
    and (select app_may('partner'))
  ) with check (
    mid = (select app_mid())
    and (select app_may('partner'))
  );

create policy system_all on staff_invitation to teleward_system using (true) with check (true);
create policy see on staff_invitation for select to teleward_app using (
    (((select app_kind()) = 'staff' and mid = (select app_mid())) or (app_administers('partner', partner_id) or ((select app_may('partner')) and (partner_id = (select app_partner()) or (select app_operator())) and invited_by = (select app_mid()))))
  );
create policy change on staff_invitation for update to teleward_app using (
    (app_administers('partner', partner_id) or ((select app_may('partner')) and (partner_id = (select app_partner()) or (select app_operator())) and invited_by = (select app_mid())))
  ) with check (
    (app_administers('partner', partner_id) or ((select app_may('partner')) and (partner_id = (select app_partner()) or (select app_operator())) and invited_by = (select app_mid())))
  );

create policy system_all on staff_partner to teleward_system using (true) with check (true);
create policy see on staff_partner for select to teleward_app using (
    (partner_id = (select app_partner()) or (select app_operator()))
  );
create policy change on staff_partner for update to teleward_app using (
    app_administers_person(mid, partner_id)
  ) with check (
    app_administers_person(mid, partner_id)
  );

create policy system_all on staff_photo to teleward_system using (true) with check (true);
create policy see on staff_photo for select to teleward_app using (
    (select app_kind()) = 'staff'
    and app_sees_photo(kind, mid)
  );
create policy add on staff_photo for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy change on staff_photo for update to teleward_app using (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
  ) with check (
    (select app_kind()) = 'staff'
    and mid = (select app_mid())
  );

create policy system_all on staff_profile to teleward_system using (true) with check (true);
create policy see on staff_profile for select to teleward_app using (
    mid = (select app_mid())
  );
create policy add on staff_profile for insert to teleward_app with check (
    mid = (select app_mid())
  );
create policy change on staff_profile for update to teleward_app using (
    mid = (select app_mid())
  ) with check (
    mid = (select app_mid())
  );

create policy system_all on staff_review to teleward_system using (true) with check (true);

create policy system_all on staff_review_event to teleward_system using (true) with check (true);

create policy system_all on staff_unit to teleward_system using (true) with check (true);
create policy see on staff_unit for select to teleward_app using (
    (partner_id = (select app_partner()) or (select app_operator()))
  );
create policy add on staff_unit for insert to teleward_app with check (
    mid <> (select app_mid())
    and app_administers_unit(unit_id)
  );
create policy remove on staff_unit for delete to teleward_app using (
    mid <> (select app_mid())
    and app_administers_unit(unit_id)
  );

create policy system_all on timer to teleward_system using (true) with check (true);
create policy see on timer for select to teleward_app using (
    true
  );
create policy add on timer for insert to teleward_app with check (
    true
  );
create policy change on timer for update to teleward_app using (
    true
  ) with check (
    true
  );
create policy remove on timer for delete to teleward_app using (
    true
  );

create policy system_all on totp to teleward_system using (true) with check (true);

create policy system_all on totp_recovery to teleward_system using (true) with check (true);

create policy system_all on ui_config_version to teleward_system using (true) with check (true);
create policy see on ui_config_version for select to teleward_app using (
    app_administers('ui', partner_id)
  );
create policy add on ui_config_version for insert to teleward_app with check (
    app_administers('ui', partner_id)
  );
create policy change on ui_config_version for update to teleward_app using (
    app_administers('ui', partner_id)
  ) with check (
    app_administers('ui', partner_id)
  );
create policy remove on ui_config_version for delete to teleward_app using (
    app_administers('ui', partner_id)
  );

create policy system_all on unit to teleward_system using (true) with check (true);
create policy see on unit for select to teleward_app using (
    (partner_id = (select app_partner()) or (select app_operator()))
  );
create policy add on unit for insert to teleward_app with check (
    app_administers('partner', partner_id)
  );
create policy change on unit for update to teleward_app using (
    app_administers_unit(id)
  ) with check (
    app_administers_unit(id)
  );

create policy system_all on upload to teleward_system using (true) with check (true);
create policy see on upload for select to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and mid = (select app_mid())
    and (pid is null or (unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))))
  );
create policy add on upload for insert to teleward_app with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and mid = (select app_mid())
    and (pid is null or (unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  );
create policy change on upload for update to teleward_app using (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and mid = (select app_mid())
    and (pid is null or (unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))))
  ) with check (
    (select app_kind()) = 'staff'
    and partner_id = (select app_partner())
    and mid = (select app_mid())
    and (pid is null or (unit_id = any ((select app_units())::int[]) and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[])) and member_visible(pid, (select app_partner()), (select app_units())::int[], (select app_mid()), (select app_right('appointment.read')) = 'y')))
  );

create policy system_all on verification_code to teleward_system using (true) with check (true);

create policy system_all on video_link to teleward_system using (true) with check (true);
create policy see on video_link for select to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
    and (((select app_kind()) is distinct from 'staff' or (select app_right('appointment.read')) = 'y') or video_link.pid is null or takes_part(video_link.pid, (select app_partner()), (select app_mid())))
  );
create policy add on video_link for insert to teleward_app with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );
create policy change on video_link for update to teleward_app using (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  ) with check (
    ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or ((select app_kind()) = 'link' and pid = (select app_pid())))
    and ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select suspended_memberships((select app_units())::int[]))::bigint[]))
  );

create policy system_all on waiting_board to teleward_system using (true) with check (true);

create policy system_all on word to teleward_system using (true) with check (true);
create policy see on word for select to teleward_app using (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy add on word for insert to teleward_app with check (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy change on word for update to teleward_app using (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  ) with check (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy remove on word for delete to teleward_app using (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );

create policy system_all on word_import to teleward_system using (true) with check (true);
create policy see on word_import for select to teleward_app using (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy add on word_import for insert to teleward_app with check (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );
create policy change on word_import for update to teleward_app using (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  ) with check (
    mid = (select app_mid())
    and partner_id = (select app_partner())
  );
