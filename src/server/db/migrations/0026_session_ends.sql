-- A session that ends is announced, whatever ends it, so that what it holds open ends with it. The payload is the hash of its
-- token.
CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('malote_sessions', encode(OLD.token_hash, 'hex'));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER sessions_end AFTER DELETE ON sessions FOR EACH ROW WHEN (OLD.user_id IS NOT NULL)
  EXECUTE FUNCTION announce_session_end();
--> statement-breakpoint
-- A write locks its session, so that nothing ends it meanwhile, and a lock needs the right to change a column. It goes to the
-- roles that may end sessions, whatever they are called.
DO $$
DECLARE
  role name;
BEGIN
  FOR role IN
    SELECT DISTINCT pg_get_userbyid(one.grantee) FROM pg_class c, aclexplode(c.relacl) one
    WHERE c.oid = 'sessions'::regclass AND one.privilege_type = 'DELETE' AND one.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT UPDATE (last_used_at) ON sessions TO %I', role);
  END LOOP;
END
$$;
