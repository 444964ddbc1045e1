-- What became of the mail that carries a link is told to who sent the letter: found by the message at each of its steps.
create index referral_link_message on referral_link (message_id) where message_id is not null;

-- Where members that were merged part again, what came of a letter since goes where that goes: the report back, and the letter
-- that took its place.
create function referral_leads() returns trigger language plpgsql as $$
begin
  update external_report e set pid = new.pid where e.referral_id = new.id and e.pid = old.pid and e.unit_id = new.unit_id;
  update referral r set pid = new.pid where r.follows = new.id and r.pid = old.pid and r.unit_id = new.unit_id;
  return null;
end $$;
create trigger referral_leads after update of pid on referral for each row
  when (old.pid is distinct from new.pid) execute function referral_leads();
