OWN_TARGETS = demo test bench
