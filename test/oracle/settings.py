"""Random settings of the planner."""

PARALLEL = ("parallel_setup_cost = 0", "parallel_tuple_cost = 0", "min_parallel_table_scan_size = 0",
            "min_parallel_index_scan_size = 0", "max_parallel_workers_per_gather = 2")
OTHERS = ("work_mem = '64kB'", "random_page_cost = 1", "random_page_cost = 20", "enable_partitionwise_join = on",
          "enable_partitionwise_aggregate = on", "constraint_exclusion = on", "constraint_exclusion = off",
          "from_collapse_limit = 1", "join_collapse_limit = 1", "cpu_operator_cost = 1", "hash_mem_multiplier = 1",
          "effective_cache_size = '1MB'", "cursor_tuple_fraction = 1", "seq_page_cost = 0.01")
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/St_Johns")


class Settings:
    """The settings that this server has."""

    def __init__(self, session):
        rows = session.must("SELECT name FROM pg_settings WHERE name LIKE 'enable\\_%' AND vartype = 'bool'"
                            " AND name NOT LIKE '%partitionwise%' ORDER BY name")
        self.enables = [name for (name,) in rows]
        names = {name for (name,) in session.must("SELECT name FROM pg_settings")}
        self.force = "debug_parallel_query" if "debug_parallel_query" in names else "force_parallel_mode"

    def choose(self, rng):
        """Returns the statements that set some of them for a transaction."""
        chosen = []
        if rng.random() < 0.8:
            chosen += [f"{name} = off" for name in rng.sample(self.enables, rng.choice((0, 1, 1, 2, 3, 4)))]
        if rng.random() < 0.55:
            chosen.append("enable_seqscan = off")
        if rng.random() < 0.4:
            chosen.append(rng.choice(("enable_bitmapscan = off", "enable_indexscan = off", "enable_sort = off")))
        if rng.random() < 0.07:
            chosen += PARALLEL
            if rng.random() < 0.2:
                chosen.append(f"{self.force} = on")
        chosen += rng.sample(OTHERS, rng.choice((0, 0, 1, 2)))
        if rng.random() < 0.4:
            chosen.append(f"TimeZone = '{rng.choice(ZONES)}'")
        if rng.random() < 0.05:
            chosen.append("search_path = ''")
        return [f"SET LOCAL {setting}" for setting in dict.fromkeys(chosen)]
