"""Placeholder."""
def check_promised(session):
    return []
