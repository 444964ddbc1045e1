-- What a visit cost, and whose visits cost nothing, is closed with the membership like the visit itself (0080).
do $$
declare t text;
begin
  foreach t in array array['payment', 'fee_exemption'] loop
    execute format($p$ create policy living_membership on %I as restrictive to teleward_app
      using ((select app_kind()) <> 'staff' or pid is null
        or ((unit_id::bigint << 32) | pid) <> all ((select app_held_back())::bigint[])) $p$, t);
  end loop;
end $$;

-- A link shows what its own visit costs, not the patient's other visits; why a visit is free is the institution's.
drop policy in_reach on payment;
create policy in_reach on payment to teleward_app
  using ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or (pid = (select app_link_pid()) and qid = (select app_qid())))
  with check ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or (pid = (select app_link_pid()) and qid = (select app_qid())));
drop policy in_reach on fee_exemption;
create policy in_reach on fee_exemption to teleward_app
  using ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]))
  with check ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]));
