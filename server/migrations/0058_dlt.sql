-- India's register of text messages (TRAI DLT): the ids of who sends and of what is sent, as the sandbox was handed them.
alter table app.sandbox_messages
  add column dlt_entity_id text not null default '',
  add column dlt_template_id text not null default '';
