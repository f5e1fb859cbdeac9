-- A JSON schema that the answers of an agent must match, and such an answer as data.
alter table app.agents add column output_schema jsonb;
alter table app.agent_versions add column output_schema jsonb;
alter table app.runs add column result jsonb;
