-- What an institution tells its staff of their data. A version that was published stays as it was; without any the product's
-- own statement holds, which is number 0 here.
create table privacy_statement (
  partner_id int not null references partner (id), no int not null check (no >= 1),
  -- By language: {title, sections: [{heading, text}]}; the institution's first language is always there.
  texts jsonb not null check (texts ? 'zh-TW'),
  published_by int not null references staff (mid), published_at timestamptz not null,
  primary key (partner_id, no)
);
-- Who has read and accepted which version, when, in which language. Never changed.
create table privacy_acceptance (
  mid int not null references staff (mid), partner_id int not null, no int not null check (no >= 0),
  lang text not null, accepted_at timestamptz not null,
  primary key (mid, partner_id, no)
);

do $$
declare t text;
begin
  foreach t in array array['privacy_statement', 'privacy_acceptance'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
    execute format('grant select, insert on %I to teleward_app', t);
  end loop;
end $$;
